// What is wider than its place can be scrolled from the keyboard, too; browsers do not all see to that.
"use strict";

addEventListener("DOMContentLoaded", () => {
  const look = () => {
    for (const x of document.querySelectorAll(".body pre, .body table, .tile-formula-line")) {
      if (x.scrollWidth > x.clientWidth && getComputedStyle(x).overflowX !== "visible") x.tabIndex = 0;
      else x.removeAttribute("tabindex");
    }
  };
  look();
  addEventListener("load", look);
  addEventListener("resize", look);
});
