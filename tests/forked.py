"""What a worker process of the tests has when it begins: the solvers, and the shipped rules."""

import read_once

import verifier.audit
import verifier.maximize
import verifier.mutation
import verifier.rulings  # noqa: F401
from dsl.load import load, shipped

read_once.install()
load([shipped()])
