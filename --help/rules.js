// Quadropolis: Public Services
// Made from the rules: change them, not this file.
const TileproofRules = (function () {
const MODES = {};

MODES["classic"] = (function () {
  const SHOP = new Set(["shop"]);
  const HARBOR = new Set(["harbor"]);
  const PARK_VP = [[0, 2, 4, 7, 11]];
  const TOWER_BLOCK = new Set(["tower_block"]);
  const TABLE = [[0, 1, 2, 4, 7, 11]];
  const TABLE_2 = [[1, 3, 6, 10, 15]];
  const PUBLIC_SERVICE = new Set(["city_hall", "city_planning", "customs_office", "electric_utility", "fire_station", "maternity_ward", "park_district", "police_station", "public_service", "reprocessing_plant", "school", "tv_station"]);
  const FACTORY = new Set(["factory"]);
  const PARK = new Set(["park", "playground"]);
  const SERVICE_VP = [[0, 2, 5, 9, 14, 20]];
  const HARBOR_VP = [[0, 0, 3, 7, 12, 18]];
  const PLAYGROUND = new Set(["playground"]);

  // factory: score 2 per shop adjacent to self
  function score_factory_0(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => SHOP.has(city.kind(x1)) && city.active(x1));
  }

  // factory: score 3 per harbor adjacent to self
  function score_factory_1(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => HARBOR.has(city.kind(x1)) && city.active(x1));
  }

  // park: score park_vp(count of tower_block adjacent to self)
  function score_park_2(city, here) {
    return city.lookUp(PARK_VP, [0], city.count(city.adjacent(here), (x1) => TOWER_BLOCK.has(city.kind(x1)) && city.active(x1)));
  }

  // shop: score by inhabitants seated [0, 1, 2, 4, 7, 11]
  function score_shop_3(city, here) {
    return city.lookUp(TABLE, [0], city.seated(here, "inhabitant"));
  }

  // tower_block: score by floors of self [1, 3, 6, 10, 15]
  function score_tower_block_4(city, here) {
    return city.lookUp(TABLE_2, [1], city.floors(here));
  }

  // city_hall: score 1 per public_service in city
  function score_city_hall_5(city, here) {
    return city.count(city.spaces, (x1) => PUBLIC_SERVICE.has(city.kind(x1)) && city.active(x1));
  }

  // city_planning: score 1 per district where every space is built
  function score_city_planning_6(city, here) {
    return city.count(city.regions("district"), (r1) => city.every(r1, (x2) => true, (x2) => city.active(x2)));
  }

  // city_planning: score 1 if every space is built
  function score_city_planning_7(city, here) {
    return (city.every(city.spaces, (x1) => true, (x1) => city.active(x1)) ? 1 : 0);
  }

  // customs_office: score 3 if some line is all harbor
  function score_customs_office_8(city, here) {
    return (city.some(city.regions("line"), (r1) => city.every(r1, (x2) => true, (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2)))) ? 3 : 0);
  }

  // fire_station: score 2 per factory adjacent to self
  function score_fire_station_9(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => FACTORY.has(city.kind(x1)) && city.active(x1));
  }

  // park_district: score 1 per park in city
  function score_park_district_10(city, here) {
    return city.count(city.spaces, (x1) => PARK.has(city.kind(x1)) && city.active(x1));
  }

  // police_station: score highest floors of tower_block in city
  function score_police_station_11(city, here) {
    return city.most(city.spaces, (x1) => TOWER_BLOCK.has(city.kind(x1)) && city.active(x1), (x1) => city.floors(x1));
  }

  // reprocessing_plant: score 1 per 2 energy seated
  function score_reprocessing_plant_12(city, here) {
    return city.quotient(city.seated(here, "energy"), 2);
  }

  // school: score 1 per tower_block in city
  function score_school_13(city, here) {
    return city.count(city.spaces, (x1) => TOWER_BLOCK.has(city.kind(x1)) && city.active(x1));
  }

  // public_services: score service_vp(count of district with a public_service)
  function score_public_services_14(city, here) {
    return city.lookUp(SERVICE_VP, [0], city.count(city.regions("district"), (r1) => city.some(r1, (x2) => PUBLIC_SERVICE.has(city.kind(x2)) && city.active(x2))));
  }

  // harbors: score harbor_vp(longest run of harbor in a row)
  function score_harbors_15(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("row"), (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2))));
  }

  // harbors: score harbor_vp(longest run of harbor in a column)
  function score_harbors_16(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("column"), (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2))));
  }

  // factory: score 2 per shop adjacent to self
  function score_factory_17(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => SHOP.has(city.kind(x1)));
  }

  // factory: score 3 per harbor adjacent to self
  function score_factory_18(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => HARBOR.has(city.kind(x1)));
  }

  // park: score park_vp(count of tower_block adjacent to self)
  function score_park_19(city, here) {
    return city.lookUp(PARK_VP, [0], city.count(city.adjacent(here), (x1) => TOWER_BLOCK.has(city.kind(x1))));
  }

  // city_hall: score 1 per public_service in city
  function score_city_hall_20(city, here) {
    return city.count(city.spaces, (x1) => PUBLIC_SERVICE.has(city.kind(x1)));
  }

  // city_planning: score 1 per district where every space is built
  function score_city_planning_21(city, here) {
    return city.count(city.regions("district"), (r1) => city.every(r1, (x2) => true, (x2) => city.placed(x2)));
  }

  // city_planning: score 1 if every space is built
  function score_city_planning_22(city, here) {
    return (city.every(city.spaces, (x1) => true, (x1) => city.placed(x1)) ? 1 : 0);
  }

  // customs_office: score 3 if some line is all harbor
  function score_customs_office_23(city, here) {
    return (city.some(city.regions("line"), (r1) => city.every(r1, (x2) => true, (x2) => HARBOR.has(city.kind(x2)))) ? 3 : 0);
  }

  // fire_station: score 2 per factory adjacent to self
  function score_fire_station_24(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => FACTORY.has(city.kind(x1)));
  }

  // park_district: score 1 per park in city
  function score_park_district_25(city, here) {
    return city.count(city.spaces, (x1) => PARK.has(city.kind(x1)));
  }

  // police_station: score highest floors of tower_block in city
  function score_police_station_26(city, here) {
    return city.most(city.spaces, (x1) => TOWER_BLOCK.has(city.kind(x1)), (x1) => city.floors(x1));
  }

  // school: score 1 per tower_block in city
  function score_school_27(city, here) {
    return city.count(city.spaces, (x1) => TOWER_BLOCK.has(city.kind(x1)));
  }

  // public_services: score service_vp(count of district with a public_service)
  function score_public_services_28(city, here) {
    return city.lookUp(SERVICE_VP, [0], city.count(city.regions("district"), (r1) => city.some(r1, (x2) => PUBLIC_SERVICE.has(city.kind(x2)))));
  }

  // harbors: score harbor_vp(longest run of harbor in a row)
  function score_harbors_29(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("row"), (x2) => HARBOR.has(city.kind(x2))));
  }

  // harbors: score harbor_vp(longest run of harbor in a column)
  function score_harbors_30(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("column"), (x2) => HARBOR.has(city.kind(x2))));
  }

  // harbors: score harbor_vp(longest run of harbor in a line)
  function score_harbors_31(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("line"), (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2))));
  }

  // customs_office: score 3 if some line has longest run of harbor in it >= 4
  function score_customs_office_32(city, here) {
    return (city.some(city.regions("line"), (r1) => city.longestRun([r1], (x3) => (HARBOR.has(city.kind(x3)) && city.active(x3))) >= 4) ? 3 : 0);
  }

  // customs_office: score 3 per line with (it is all harbor)
  function score_customs_office_33(city, here) {
    return 3 * city.count(city.regions("line"), (r1) => city.every(r1, (x2) => true, (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2))));
  }

  // city_planning: score 1 per district where every space is placed
  function score_city_planning_34(city, here) {
    return city.count(city.regions("district"), (r1) => city.every(r1, (x2) => true, (x2) => city.placed(x2)));
  }

  // city_planning: score 1 if every space is placed
  function score_city_planning_35(city, here) {
    return (city.every(city.spaces, (x1) => true, (x1) => city.placed(x1)) ? 1 : 0);
  }

  // police_station: score highest floors of placed tower_block in city
  function score_police_station_36(city, here) {
    return city.most(city.spaces, (x1) => TOWER_BLOCK.has(city.kind(x1)), (x1) => city.floors(x1));
  }

  // park_district: score 1 per (park and not playground) in city
  function score_park_district_37(city, here) {
    return city.count(city.spaces, (x1) => PARK.has(city.kind(x1)) && city.active(x1) && !((PLAYGROUND.has(city.kind(x1)) && city.active(x1))));
  }

  // customs_office: score 3 per line with longest run of harbor in it >= 4
  function score_customs_office_38(city, here) {
    return 3 * city.count(city.regions("line"), (r1) => city.longestRun([r1], (x3) => (HARBOR.has(city.kind(x3)) && city.active(x3))) >= 4);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_0(city, here) {
    return (city.active(here) ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_1(city, here) {
    return ((city.active(here) && city.received("inhabitant") >= 1) ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_2(city, here) {
    return (true ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_3(city, here) {
    return (city.active(here) ? city.count(city.spaces, (x1) => SHOP.has(city.kind(x1)) && city.active(x1)) : 0);
  }

  // tv_station: when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_4(city, here) {
    return (city.active(here) ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_5(city, here) {
    return ((city.active(here) && city.received("inhabitant") >= 1) ? city.count(city.spaces, (x1) => SHOP.has(city.kind(x1)) && city.active(x1)) : 0);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_6(city, here) {
    return (true ? city.count(city.spaces, (x1) => SHOP.has(city.kind(x1)) && city.active(x1)) : 0);
  }

  // tv_station: when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_7(city, here) {
    return ((city.active(here) && city.received("inhabitant") >= 1) ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  // tv_station: when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_8(city, here) {
    return (true ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  // tv_station: when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_9(city, here) {
    return (city.active(here) ? city.count(city.spaces, (x1) => SHOP.has(city.kind(x1)) && city.active(x1)) : 0);
  }

  // tv_station: when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_10(city, here) {
    return ((city.active(here) && city.received("inhabitant") >= 1) ? city.count(city.spaces, (x1) => SHOP.has(city.kind(x1)) && city.active(x1)) : 0);
  }

  // tv_station: when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_11(city, here) {
    return (true ? city.count(city.spaces, (x1) => SHOP.has(city.kind(x1)) && city.active(x1)) : 0);
  }

  const clauses = [
    { part: "factory", kinds: ["factory"], where: "factory.rules:11:3", text: "score 2 per shop adjacent to self", said: "score 2 per shop adjacent to self", value: score_factory_0 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:12:3", text: "score 3 per harbor adjacent to self", said: "score 3 per harbor adjacent to self", value: score_factory_1 },
    { part: "park", kinds: ["park", "playground"], where: "park.rules:8:13", text: "score park_vp(count of tower_block adjacent to self)", said: "score park_vp(count of tower_block adjacent to self)", value: score_park_2 },
    { part: "shop", kinds: ["shop"], where: "shop.rules:9:3", text: "score by inhabitants seated [0, 1, 2, 4, 7, 11]", said: "score by inhabitants seated [0, 1, 2, 4, 7, 11]", value: score_shop_3 },
    { part: "tower_block", kinds: ["tower_block"], where: "tower_block.rules:12:3", text: "score by floors of self [1, 3, 6, 10, 15]", said: "score by floors of self [1, 3, 6, 10, 15]", value: score_tower_block_4 },
    { part: "city_hall", kinds: ["city_hall"], where: "city_hall.rules:5:3", text: "score 1 per public_service in city", said: "score 1 per public_service in city", value: score_city_hall_5 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:6:5", text: "score 1 per district where every space is built", said: "score 1 per district where every space is built", value: score_city_planning_6 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:7:5", text: "score 1 if every space is built", said: "score 1 if every space is built", value: score_city_planning_7 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:6:17", text: "score 3 if some line is all harbor", said: "score 3 if some line is all harbor", value: score_customs_office_8 },
    { part: "fire_station", kinds: ["fire_station"], where: "fire_station.rules:4:13", text: "score 2 per factory adjacent to self", said: "score 2 per factory adjacent to self", value: score_fire_station_9 },
    { part: "park_district", kinds: ["park_district"], where: "park_district.rules:6:46", text: "score 1 per park in city", said: "score 1 per park in city", value: score_park_district_10 },
    { part: "police_station", kinds: ["police_station"], where: "police_station.rules:5:15", text: "score highest floors of tower_block in city", said: "score highest floors of tower_block in city", value: score_police_station_11 },
    { part: "reprocessing_plant", kinds: ["reprocessing_plant"], where: "reprocessing_plant.rules:6:13", text: "score 1 per 2 energy seated", said: "score 1 per 2 energy seated", value: score_reprocessing_plant_12 },
    { part: "school", kinds: ["school"], where: "school.rules:5:3", text: "score 1 per tower_block in city", said: "score 1 per tower_block in city", value: score_school_13 },
    { part: "public_services", kinds: [], where: "scorings.rules:24:3", text: "score service_vp(count of district with a public_service)", said: "score service_vp(count of district with a public_service)", value: score_public_services_14 },
    { part: "harbors", kinds: [], where: "scorings.rules:63:5", text: "score harbor_vp(longest run of harbor in a row)", said: "score harbor_vp(longest run of harbor in a row)", value: score_harbors_15 },
    { part: "harbors", kinds: [], where: "scorings.rules:64:5", text: "score harbor_vp(longest run of harbor in a column)", said: "score harbor_vp(longest run of harbor in a column)", value: score_harbors_16 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:11:3", text: "score 2 per shop adjacent to self", said: "score 2 per shop adjacent to self", value: score_factory_17 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:12:3", text: "score 3 per harbor adjacent to self", said: "score 3 per harbor adjacent to self", value: score_factory_18 },
    { part: "park", kinds: ["park", "playground"], where: "park.rules:8:13", text: "score park_vp(count of tower_block adjacent to self)", said: "score park_vp(count of tower_block adjacent to self)", value: score_park_19 },
    { part: "city_hall", kinds: ["city_hall"], where: "city_hall.rules:5:3", text: "score 1 per public_service in city", said: "score 1 per public_service in city", value: score_city_hall_20 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:6:5", text: "score 1 per district where every space is built", said: "score 1 per district where every space is built", value: score_city_planning_21 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:7:5", text: "score 1 if every space is built", said: "score 1 if every space is built", value: score_city_planning_22 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:6:17", text: "score 3 if some line is all harbor", said: "score 3 if some line is all harbor", value: score_customs_office_23 },
    { part: "fire_station", kinds: ["fire_station"], where: "fire_station.rules:4:13", text: "score 2 per factory adjacent to self", said: "score 2 per factory adjacent to self", value: score_fire_station_24 },
    { part: "park_district", kinds: ["park_district"], where: "park_district.rules:6:46", text: "score 1 per park in city", said: "score 1 per park in city", value: score_park_district_25 },
    { part: "police_station", kinds: ["police_station"], where: "police_station.rules:5:15", text: "score highest floors of tower_block in city", said: "score highest floors of tower_block in city", value: score_police_station_26 },
    { part: "school", kinds: ["school"], where: "school.rules:5:3", text: "score 1 per tower_block in city", said: "score 1 per tower_block in city", value: score_school_27 },
    { part: "public_services", kinds: [], where: "scorings.rules:24:3", text: "score service_vp(count of district with a public_service)", said: "score service_vp(count of district with a public_service)", value: score_public_services_28 },
    { part: "harbors", kinds: [], where: "scorings.rules:63:5", text: "score harbor_vp(longest run of harbor in a row)", said: "score harbor_vp(longest run of harbor in a row)", value: score_harbors_29 },
    { part: "harbors", kinds: [], where: "scorings.rules:64:5", text: "score harbor_vp(longest run of harbor in a column)", said: "score harbor_vp(longest run of harbor in a column)", value: score_harbors_30 },
    { part: "harbors", kinds: [], where: "scorings.rules:66:34", text: "score harbor_vp(longest run of harbor in a line)", said: "score harbor_vp(longest run of harbor in a line)", value: score_harbors_31 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:16:17", text: "score 3 if some line has longest run of harbor in it >= 4", said: "score 3 if some line has longest run of harbor in it >= 4", value: score_customs_office_32 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:10:17", text: "score 3 per line with (it is all harbor)", said: "score 3 per line with (it is all harbor)", value: score_customs_office_33 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:10:5", text: "score 1 per district where every space is placed", said: "score 1 per district where every space is placed", value: score_city_planning_34 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:11:5", text: "score 1 if every space is placed", said: "score 1 if every space is placed", value: score_city_planning_35 },
    { part: "police_station", kinds: ["police_station"], where: "police_station.rules:9:15", text: "score highest floors of placed tower_block in city", said: "score highest floors of placed tower_block in city", value: score_police_station_36 },
    { part: "park_district", kinds: ["park_district"], where: "park_district.rules:7:44", text: "score 1 per (park and not playground) in city", said: "score 1 per (park and not playground) in city", value: score_park_district_37 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:20:17", text: "score 3 per line with longest run of harbor in it >= 4", said: "score 3 per line with longest run of harbor in it >= 4", value: score_customs_office_38 },
  ];
  const gains = [
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_0 },
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_1 },
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_2 },
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_3 },
    { kind: "tv_station", resource: "inhabitant", mode: "whole", onUnits: false, text: "when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_4 },
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_5 },
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_6 },
    { kind: "tv_station", resource: "inhabitant", mode: "whole", onUnits: false, text: "when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_7 },
    { kind: "tv_station", resource: "inhabitant", mode: "whole", onUnits: false, text: "when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_8 },
    { kind: "tv_station", resource: "inhabitant", mode: "whole", onUnits: false, text: "when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_9 },
    { kind: "tv_station", resource: "inhabitant", mode: "whole", onUnits: false, text: "when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_10 },
    { kind: "tv_station", resource: "inhabitant", mode: "whole", onUnits: false, text: "when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_11 },
  ];
  return {
    name: "classic",
    title: "Classic",
    board: {"rows": 4, "columns": 4, "districts": [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]},
    rounds: 4,
    turns: 4,
    players: [2, 3, 4],
    usualPlayers: 4,
    replaces: "public_service",
    stock: {"2": [{"kind": "tower_block", "variant": "one", "copies": 10}, {"kind": "tower_block", "variant": "two", "copies": 4}, {"kind": "tower_block", "variant": "three", "copies": 4}, {"kind": "factory", "variant": "one", "copies": 4}, {"kind": "factory", "variant": "two", "copies": 4}, {"kind": "factory", "variant": "three", "copies": 4}, {"kind": "harbor", "variant": "two_inhabitants", "copies": 2}, {"kind": "harbor", "variant": "two_energy", "copies": 2}, {"kind": "harbor", "variant": "one_each", "copies": 2}, {"kind": "harbor", "variant": "two_vp", "copies": 2}, {"kind": "harbor", "variant": "three_vp", "copies": 1}, {"kind": "public_service", "variant": "plain", "copies": 4}, {"kind": "public_service", "variant": "two_vp", "copies": 4}, {"kind": "shop", "variant": null, "copies": 8}, {"kind": "park", "variant": null, "copies": 9}], "3": [{"kind": "tower_block", "variant": "one", "copies": 10}, {"kind": "tower_block", "variant": "two", "copies": 8}, {"kind": "tower_block", "variant": "three", "copies": 4}, {"kind": "factory", "variant": "one", "copies": 5}, {"kind": "factory", "variant": "two", "copies": 7}, {"kind": "factory", "variant": "three", "copies": 4}, {"kind": "harbor", "variant": "two_inhabitants", "copies": 4}, {"kind": "harbor", "variant": "two_energy", "copies": 3}, {"kind": "harbor", "variant": "one_each", "copies": 3}, {"kind": "harbor", "variant": "two_vp", "copies": 2}, {"kind": "harbor", "variant": "three_vp", "copies": 1}, {"kind": "public_service", "variant": "plain", "copies": 4}, {"kind": "public_service", "variant": "two_vp", "copies": 4}, {"kind": "shop", "variant": null, "copies": 8}, {"kind": "park", "variant": null, "copies": 9}, {"kind": "public_service", "variant": "one_vp", "copies": 4}], "4": [{"kind": "tower_block", "variant": "one", "copies": 10}, {"kind": "tower_block", "variant": "two", "copies": 12}, {"kind": "tower_block", "variant": "three", "copies": 4}, {"kind": "factory", "variant": "one", "copies": 5}, {"kind": "factory", "variant": "two", "copies": 7}, {"kind": "factory", "variant": "three", "copies": 4}, {"kind": "harbor", "variant": "two_inhabitants", "copies": 4}, {"kind": "harbor", "variant": "two_energy", "copies": 3}, {"kind": "harbor", "variant": "one_each", "copies": 6}, {"kind": "harbor", "variant": "two_vp", "copies": 2}, {"kind": "harbor", "variant": "three_vp", "copies": 1}, {"kind": "public_service", "variant": "plain", "copies": 4}, {"kind": "public_service", "variant": "two_vp", "copies": 4}, {"kind": "shop", "variant": null, "copies": 12}, {"kind": "park", "variant": null, "copies": 13}, {"kind": "public_service", "variant": "one_vp", "copies": 8}, {"kind": "harbor", "variant": "one_vp", "copies": 1}]},
    resources: [{"name": "inhabitant", "plural": "inhabitants", "title": "Inhabitant", "pluralTitle": "Inhabitants", "glyph": "i", "pieces": 65, "cost": 1}, {"name": "energy", "plural": "energy", "title": "Energy Unit", "pluralTitle": "Energy Units", "glyph": "e", "pieces": 50, "cost": 1}],
    clauses,
    gains,
    variants: [
      {"readings": {}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {"factory": {"name": "factory", "title": "Factory", "plural": "Factories", "glyph": "F", "tile": false, "parents": [], "ancestors": ["factory"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "one", "gains": {"energy": 1}, "worth": 0}, {"name": "two", "gains": {"energy": 2}, "worth": 0}, {"name": "three", "gains": {"energy": 3}, "worth": 0}], "copies": 1, "scoresInactive": false}, "harbor": {"name": "harbor", "title": "Harbor", "plural": "Harbors", "glyph": "H", "tile": false, "parents": [], "ancestors": ["harbor"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "two_inhabitants", "gains": {"inhabitant": 2}, "worth": 0}, {"name": "two_energy", "gains": {"energy": 2}, "worth": 0}, {"name": "one_each", "gains": {"energy": 1, "inhabitant": 1}, "worth": 0}, {"name": "one_vp", "gains": {}, "worth": 1}, {"name": "two_vp", "gains": {}, "worth": 2}, {"name": "three_vp", "gains": {}, "worth": 3}], "copies": 1, "scoresInactive": false}, "park": {"name": "park", "title": "Park", "plural": "Parks", "glyph": "P", "tile": false, "parents": [], "ancestors": ["park"], "floors": 1, "needs": {}, "seats": {"energy": 1}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "playground": {"name": "playground", "title": "Playground", "plural": "Playgrounds", "glyph": "G", "tile": false, "parents": ["park"], "ancestors": ["park", "playground"], "floors": 1, "needs": {}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "usual", "gains": {"inhabitant": 1}, "worth": 0}], "copies": 1, "scoresInactive": false}, "public_service": {"name": "public_service", "title": "Public Service", "plural": "Public Services", "glyph": "U", "tile": false, "parents": [], "ancestors": ["public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}, {"name": "one_vp", "gains": {}, "worth": 1}, {"name": "two_vp", "gains": {}, "worth": 2}], "copies": 1, "scoresInactive": false}, "shop": {"name": "shop", "title": "Shop", "plural": "Shops", "glyph": "S", "tile": false, "parents": [], "ancestors": ["shop"], "floors": 1, "needs": {"energy": 1}, "seats": {"inhabitant": 4}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "tower_block": {"name": "tower_block", "title": "Tower Block", "plural": "Tower Blocks", "glyph": "T", "tile": false, "parents": [], "ancestors": ["tower_block"], "floors": 4, "needs": {"energy": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "one", "gains": {"inhabitant": 1}, "worth": 0}, {"name": "two", "gains": {"inhabitant": 2}, "worth": 0}, {"name": "three", "gains": {"inhabitant": 3}, "worth": 0}], "copies": 1, "scoresInactive": false}, "city_hall": {"name": "city_hall", "title": "City Hall", "plural": "City Hall", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_hall", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "city_planning": {"name": "city_planning", "title": "City Planning", "plural": "City Planning", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_planning", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "customs_office": {"name": "customs_office", "title": "Customs Office", "plural": "Customs Office", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["customs_office", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "electric_utility": {"name": "electric_utility", "title": "Electric Utility", "plural": "Electric Utility", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["electric_utility", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"energy": 2}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "fire_station": {"name": "fire_station", "title": "Fire Station", "plural": "Fire Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["fire_station", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "maternity_ward": {"name": "maternity_ward", "title": "Maternity Ward", "plural": "Maternity Ward", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["maternity_ward", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"inhabitant": 2}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "park_district": {"name": "park_district", "title": "Park District", "plural": "Park District", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["park_district", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "police_station": {"name": "police_station", "title": "Police Station", "plural": "Police Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["police_station", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "reprocessing_plant": {"name": "reprocessing_plant", "title": "Reprocessing Plant", "plural": "Reprocessing Plant", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "reprocessing_plant"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {"energy": 50}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "school": {"name": "school", "title": "School", "plural": "School", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "school"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "tv_station": {"name": "tv_station", "title": "TV Station", "plural": "TV Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "tv_station"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}}},
      {"readings": {"inactive_buildings": "stay"}, "clauses": [17, 18, 19, 3, 4, 20, 21, 22, 23, 24, 25, 26, 12, 27, 28, 29, 30], "gains": [0], "own": {"city_hall": [[20], []], "city_planning": [[21, 22], []], "customs_office": [[23], []], "electric_utility": [[], []], "fire_station": [[24], []], "maternity_ward": [[], []], "park_district": [[25], []], "police_station": [[26], []], "reprocessing_plant": [[12], []], "school": [[27], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tile_activation": "not_needed"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {"city_hall": {"name": "city_hall", "title": "City Hall", "plural": "City Hall", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_hall", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "city_planning": {"name": "city_planning", "title": "City Planning", "plural": "City Planning", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_planning", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "customs_office": {"name": "customs_office", "title": "Customs Office", "plural": "Customs Office", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["customs_office", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "electric_utility": {"name": "electric_utility", "title": "Electric Utility", "plural": "Electric Utility", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["electric_utility", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"energy": 2}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "fire_station": {"name": "fire_station", "title": "Fire Station", "plural": "Fire Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["fire_station", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "maternity_ward": {"name": "maternity_ward", "title": "Maternity Ward", "plural": "Maternity Ward", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["maternity_ward", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"inhabitant": 2}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "park_district": {"name": "park_district", "title": "Park District", "plural": "Park District", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["park_district", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "police_station": {"name": "police_station", "title": "Police Station", "plural": "Police Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["police_station", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "reprocessing_plant": {"name": "reprocessing_plant", "title": "Reprocessing Plant", "plural": "Reprocessing Plant", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "reprocessing_plant"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {"energy": 50}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "school": {"name": "school", "title": "School", "plural": "School", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "school"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "tv_station": {"name": "tv_station", "title": "TV Station", "plural": "TV Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "tv_station"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}}},
      {"readings": {"withholding": "use_all"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "full", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"withholding": "activate_first"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "activation_first", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"harbor_lines": "better"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 31], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"customs_line": "any_four"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 32, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[32], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"customs_count": "each"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 33, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[33], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"planning_built": "placed"}, "clauses": [0, 1, 2, 3, 4, 5, 34, 35, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[34, 35], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"police_inactive": "placed"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 36, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[36], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"park_district_playgrounds": "not"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 37, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[37], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_activation": "paid_before"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [1], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_activation": "not_needed"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [2], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_shops": "active"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [3], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_amount": "all_or_none"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [4], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"plant_inactive": "still_holds"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {"reprocessing_plant": {"name": "reprocessing_plant", "title": "Reprocessing Plant", "plural": "Reprocessing Plant", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "reprocessing_plant"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {"energy": 50}, "seatsInactive": true, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}}},
      {"readings": {"playground_inhabitant": "nobody"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {"playground": {"name": "playground", "title": "Playground", "plural": "Playgrounds", "glyph": "G", "tile": false, "parents": ["park"], "ancestors": ["park", "playground"], "floors": 1, "needs": {}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "usual", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}}},
      {"readings": {"customs_count": "each", "customs_line": "any_four"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 38, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[38], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"plant_inactive": "still_holds", "tile_activation": "not_needed"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [0], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {"city_hall": {"name": "city_hall", "title": "City Hall", "plural": "City Hall", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_hall", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "city_planning": {"name": "city_planning", "title": "City Planning", "plural": "City Planning", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_planning", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "customs_office": {"name": "customs_office", "title": "Customs Office", "plural": "Customs Office", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["customs_office", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "electric_utility": {"name": "electric_utility", "title": "Electric Utility", "plural": "Electric Utility", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["electric_utility", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"energy": 2}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "fire_station": {"name": "fire_station", "title": "Fire Station", "plural": "Fire Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["fire_station", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "maternity_ward": {"name": "maternity_ward", "title": "Maternity Ward", "plural": "Maternity Ward", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["maternity_ward", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"inhabitant": 2}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "park_district": {"name": "park_district", "title": "Park District", "plural": "Park District", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["park_district", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "police_station": {"name": "police_station", "title": "Police Station", "plural": "Police Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["police_station", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "reprocessing_plant": {"name": "reprocessing_plant", "title": "Reprocessing Plant", "plural": "Reprocessing Plant", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "reprocessing_plant"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {"energy": 50}, "seatsInactive": true, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "school": {"name": "school", "title": "School", "plural": "School", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "school"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "tv_station": {"name": "tv_station", "title": "TV Station", "plural": "TV Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "tv_station"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}}},
      {"readings": {"tv_activation": "paid_before", "tv_shops": "active"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [5], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_activation": "not_needed", "tv_shops": "active"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [6], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_activation": "paid_before", "tv_amount": "all_or_none"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [7], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_activation": "not_needed", "tv_amount": "all_or_none"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [8], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_amount": "all_or_none", "tv_shops": "active"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [9], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_activation": "paid_before", "tv_amount": "all_or_none", "tv_shops": "active"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [10], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_activation": "not_needed", "tv_amount": "all_or_none", "tv_shops": "active"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "gains": [11], "own": {"city_hall": [[5], []], "city_planning": [[6, 7], []], "customs_office": [[8], []], "electric_utility": [[], []], "fire_station": [[9], []], "maternity_ward": [[], []], "park_district": [[10], []], "police_station": [[11], []], "reprocessing_plant": [[12], []], "school": [[13], []], "tv_station": [[], []]}, "parts": ["factory", "park", "shop", "tower_block", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
    ],
  };
}());

MODES["expert"] = (function () {
  const SHOP = new Set(["shop"]);
  const HARBOR = new Set(["harbor"]);
  const OFFICE_TOWER = new Set(["office_tower"]);
  const PARK = new Set(["park", "playground"]);
  const PUBLIC_SERVICE = new Set(["capitol", "city_hall", "city_planning", "congress_center", "customs_office", "electric_utility", "fire_station", "maternity_ward", "park_district", "police_station", "public_service", "reprocessing_plant", "school", "tv_station"]);
  const FACTORY = new Set(["factory"]);
  const OFFICE_VP = [[0, 1, 3, 6, 10], [1, 3, 6, 10, 15], [2, 5, 9, 14, 20], [3, 7, 12, 18, 25], [4, 9, 15, 22, 30]];
  const CONGRESS_CENTER = new Set(["congress_center"]);
  const PARK_VP = [[0, 2, 4, 7, 11]];
  const TOWER_BLOCK = new Set(["tower_block"]);
  const TABLE = [[0, 1, 2, 4, 7, 11]];
  const TABLE_2 = [[1, 3, 6, 10, 15]];
  const SERVICE_VP = [[0, 2, 5, 9, 14, 20]];
  const HARBOR_VP = [[0, 0, 3, 7, 12, 18]];
  const PLAYGROUND = new Set(["playground"]);
  const CAPITOL = new Set(["capitol"]);
  const MONUMENT = new Set(["capitol", "monument"]);

  // factory: score 2 per shop adjacent to self
  function score_factory_0(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => SHOP.has(city.kind(x1)) && city.active(x1));
  }

  // factory: score 3 per harbor adjacent to self
  function score_factory_1(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => HARBOR.has(city.kind(x1)) && city.active(x1));
  }

  // factory: score 4 per office_tower adjacent to self
  function score_factory_2(city, here) {
    return 4 * city.count(city.adjacent(here), (x1) => OFFICE_TOWER.has(city.kind(x1)) && city.active(x1));
  }

  // capitol: score 5 per park adjacent to self
  function score_capitol_3(city, here) {
    return 5 * city.count(city.adjacent(here), (x1) => PARK.has(city.kind(x1)) && city.active(x1));
  }

  // monument: score 5 per park adjacent to self
  function score_monument_4(city, here) {
    return 5 * city.count(city.adjacent(here), (x1) => PARK.has(city.kind(x1)) && city.active(x1));
  }

  // capitol: score 3 per shop adjacent to self
  function score_capitol_5(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => SHOP.has(city.kind(x1)) && city.active(x1));
  }

  // monument: score 3 per shop adjacent to self
  function score_monument_6(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => SHOP.has(city.kind(x1)) && city.active(x1));
  }

  // capitol: score 2 per public_service adjacent to self
  function score_capitol_7(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => PUBLIC_SERVICE.has(city.kind(x1)) && city.active(x1));
  }

  // monument: score 2 per public_service adjacent to self
  function score_monument_8(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => PUBLIC_SERVICE.has(city.kind(x1)) && city.active(x1));
  }

  // capitol: score -5 per (factory or harbor) adjacent to self
  function score_capitol_9(city, here) {
    return (-5) * city.count(city.adjacent(here), (x1) => ((FACTORY.has(city.kind(x1)) && city.active(x1)) || (HARBOR.has(city.kind(x1)) && city.active(x1))));
  }

  // monument: score -5 per (factory or harbor) adjacent to self
  function score_monument_10(city, here) {
    return (-5) * city.count(city.adjacent(here), (x1) => ((FACTORY.has(city.kind(x1)) && city.active(x1)) || (HARBOR.has(city.kind(x1)) && city.active(x1))));
  }

  // office_tower: score office_vp(size of group of office_tower at self, floors of self)
  function score_office_tower_11(city, here) {
    return city.lookUp(OFFICE_VP, [1, 1], city.count(city.group(here, (x2) => ((OFFICE_TOWER.has(city.kind(x2)) && city.active(x2)) || (CONGRESS_CENTER.has(city.kind(x2)) && city.active(x2)))), (x1) => true), city.floors(here));
  }

  // park: score park_vp(count of (tower_block or office_tower) adjacent to self)
  function score_park_12(city, here) {
    return city.lookUp(PARK_VP, [0], city.count(city.adjacent(here), (x1) => ((TOWER_BLOCK.has(city.kind(x1)) && city.active(x1)) || (OFFICE_TOWER.has(city.kind(x1)) && city.active(x1)))));
  }

  // shop: score by inhabitants seated [0, 1, 2, 4, 7, 11]
  function score_shop_13(city, here) {
    return city.lookUp(TABLE, [0], city.seated(here, "inhabitant"));
  }

  // tower_block: score by floors of self [1, 3, 6, 10, 15]
  function score_tower_block_14(city, here) {
    return city.lookUp(TABLE_2, [1], city.floors(here));
  }

  // city_hall: score 1 per public_service in city
  function score_city_hall_15(city, here) {
    return city.count(city.spaces, (x1) => PUBLIC_SERVICE.has(city.kind(x1)) && city.active(x1));
  }

  // city_planning: score 1 per district where every space is built
  function score_city_planning_16(city, here) {
    return city.count(city.regions("district"), (r1) => city.every(r1, (x2) => true, (x2) => city.active(x2)));
  }

  // city_planning: score 1 if every space is built
  function score_city_planning_17(city, here) {
    return (city.every(city.spaces, (x1) => true, (x1) => city.active(x1)) ? 1 : 0);
  }

  // customs_office: score 5 if some line is all harbor
  function score_customs_office_18(city, here) {
    return (city.some(city.regions("line"), (r1) => city.every(r1, (x2) => true, (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2)))) ? 5 : 0);
  }

  // fire_station: score 3 per factory adjacent to self
  function score_fire_station_19(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => FACTORY.has(city.kind(x1)) && city.active(x1));
  }

  // park_district: score 1 per park in city
  function score_park_district_20(city, here) {
    return city.count(city.spaces, (x1) => PARK.has(city.kind(x1)) && city.active(x1));
  }

  // police_station: score highest floors of (tower_block or office_tower) in city
  function score_police_station_21(city, here) {
    return city.most(city.spaces, (x1) => ((TOWER_BLOCK.has(city.kind(x1)) && city.active(x1)) || (OFFICE_TOWER.has(city.kind(x1)) && city.active(x1))), (x1) => city.floors(x1));
  }

  // reprocessing_plant: score 1 per energy seated
  function score_reprocessing_plant_22(city, here) {
    return city.seated(here, "energy");
  }

  // school: score 1 per tower_block in city
  function score_school_23(city, here) {
    return city.count(city.spaces, (x1) => TOWER_BLOCK.has(city.kind(x1)) && city.active(x1));
  }

  // public_services: score service_vp(count of district with a public_service)
  function score_public_services_24(city, here) {
    return city.lookUp(SERVICE_VP, [0], city.count(city.regions("district"), (r1) => city.some(r1, (x2) => PUBLIC_SERVICE.has(city.kind(x2)) && city.active(x2))));
  }

  // harbors: score harbor_vp(longest run of harbor in a row)
  function score_harbors_25(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("row"), (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2))));
  }

  // harbors: score harbor_vp(longest run of harbor in a column)
  function score_harbors_26(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("column"), (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2))));
  }

  // office_tower: score office_vp(size of group of office_tower at self, floors of self)
  function score_office_tower_27(city, here) {
    return city.lookUp(OFFICE_VP, [1, 1], city.count(city.group(here, (x2) => (OFFICE_TOWER.has(city.kind(x2)) && city.active(x2))), (x1) => true), city.floors(here));
  }

  // factory: score 2 per shop adjacent to self
  function score_factory_28(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => SHOP.has(city.kind(x1)));
  }

  // factory: score 3 per harbor adjacent to self
  function score_factory_29(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => HARBOR.has(city.kind(x1)));
  }

  // factory: score 4 per office_tower adjacent to self
  function score_factory_30(city, here) {
    return 4 * city.count(city.adjacent(here), (x1) => OFFICE_TOWER.has(city.kind(x1)));
  }

  // capitol: score 5 per park adjacent to self
  function score_capitol_31(city, here) {
    return 5 * city.count(city.adjacent(here), (x1) => PARK.has(city.kind(x1)));
  }

  // monument: score 5 per park adjacent to self
  function score_monument_32(city, here) {
    return 5 * city.count(city.adjacent(here), (x1) => PARK.has(city.kind(x1)));
  }

  // capitol: score 3 per shop adjacent to self
  function score_capitol_33(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => SHOP.has(city.kind(x1)));
  }

  // monument: score 3 per shop adjacent to self
  function score_monument_34(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => SHOP.has(city.kind(x1)));
  }

  // capitol: score 2 per public_service adjacent to self
  function score_capitol_35(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => PUBLIC_SERVICE.has(city.kind(x1)));
  }

  // monument: score 2 per public_service adjacent to self
  function score_monument_36(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => PUBLIC_SERVICE.has(city.kind(x1)));
  }

  // capitol: score -5 per (factory or harbor) adjacent to self
  function score_capitol_37(city, here) {
    return (-5) * city.count(city.adjacent(here), (x1) => (FACTORY.has(city.kind(x1)) || HARBOR.has(city.kind(x1))));
  }

  // monument: score -5 per (factory or harbor) adjacent to self
  function score_monument_38(city, here) {
    return (-5) * city.count(city.adjacent(here), (x1) => (FACTORY.has(city.kind(x1)) || HARBOR.has(city.kind(x1))));
  }

  // office_tower: score office_vp(size of group of office_tower at self, floors of self)
  function score_office_tower_39(city, here) {
    return city.lookUp(OFFICE_VP, [1, 1], city.count(city.group(here, (x2) => (OFFICE_TOWER.has(city.kind(x2)) || (CONGRESS_CENTER.has(city.kind(x2)) && city.active(x2)))), (x1) => true), city.floors(here));
  }

  // park: score park_vp(count of (tower_block or office_tower) adjacent to self)
  function score_park_40(city, here) {
    return city.lookUp(PARK_VP, [0], city.count(city.adjacent(here), (x1) => (TOWER_BLOCK.has(city.kind(x1)) || OFFICE_TOWER.has(city.kind(x1)))));
  }

  // city_hall: score 1 per public_service in city
  function score_city_hall_41(city, here) {
    return city.count(city.spaces, (x1) => PUBLIC_SERVICE.has(city.kind(x1)));
  }

  // city_planning: score 1 per district where every space is built
  function score_city_planning_42(city, here) {
    return city.count(city.regions("district"), (r1) => city.every(r1, (x2) => true, (x2) => city.placed(x2)));
  }

  // city_planning: score 1 if every space is built
  function score_city_planning_43(city, here) {
    return (city.every(city.spaces, (x1) => true, (x1) => city.placed(x1)) ? 1 : 0);
  }

  // customs_office: score 5 if some line is all harbor
  function score_customs_office_44(city, here) {
    return (city.some(city.regions("line"), (r1) => city.every(r1, (x2) => true, (x2) => HARBOR.has(city.kind(x2)))) ? 5 : 0);
  }

  // fire_station: score 3 per factory adjacent to self
  function score_fire_station_45(city, here) {
    return 3 * city.count(city.adjacent(here), (x1) => FACTORY.has(city.kind(x1)));
  }

  // park_district: score 1 per park in city
  function score_park_district_46(city, here) {
    return city.count(city.spaces, (x1) => PARK.has(city.kind(x1)));
  }

  // police_station: score highest floors of (tower_block or office_tower) in city
  function score_police_station_47(city, here) {
    return city.most(city.spaces, (x1) => (TOWER_BLOCK.has(city.kind(x1)) || OFFICE_TOWER.has(city.kind(x1))), (x1) => city.floors(x1));
  }

  // school: score 1 per tower_block in city
  function score_school_48(city, here) {
    return city.count(city.spaces, (x1) => TOWER_BLOCK.has(city.kind(x1)));
  }

  // public_services: score service_vp(count of district with a public_service)
  function score_public_services_49(city, here) {
    return city.lookUp(SERVICE_VP, [0], city.count(city.regions("district"), (r1) => city.some(r1, (x2) => PUBLIC_SERVICE.has(city.kind(x2)))));
  }

  // harbors: score harbor_vp(longest run of harbor in a row)
  function score_harbors_50(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("row"), (x2) => HARBOR.has(city.kind(x2))));
  }

  // harbors: score harbor_vp(longest run of harbor in a column)
  function score_harbors_51(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("column"), (x2) => HARBOR.has(city.kind(x2))));
  }

  // office_tower: score office_vp(size of group of office_tower at self, floors of self)
  function score_office_tower_52(city, here) {
    return city.lookUp(OFFICE_VP, [1, 1], city.count(city.group(here, (x2) => OFFICE_TOWER.has(city.kind(x2))), (x1) => true), city.floors(here));
  }

  // harbors: score harbor_vp(longest run of harbor in a line)
  function score_harbors_53(city, here) {
    return city.lookUp(HARBOR_VP, [0], city.longestRun(city.regions("line"), (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2))));
  }

  // customs_office: score 5 if some line has longest run of harbor in it >= 4
  function score_customs_office_54(city, here) {
    return (city.some(city.regions("line"), (r1) => city.longestRun([r1], (x3) => (HARBOR.has(city.kind(x3)) && city.active(x3))) >= 4) ? 5 : 0);
  }

  // customs_office: score 5 per line with (it is all harbor)
  function score_customs_office_55(city, here) {
    return 5 * city.count(city.regions("line"), (r1) => city.every(r1, (x2) => true, (x2) => (HARBOR.has(city.kind(x2)) && city.active(x2))));
  }

  // city_planning: score 1 per district where every space is placed
  function score_city_planning_56(city, here) {
    return city.count(city.regions("district"), (r1) => city.every(r1, (x2) => true, (x2) => city.placed(x2)));
  }

  // city_planning: score 1 if every space is placed
  function score_city_planning_57(city, here) {
    return (city.every(city.spaces, (x1) => true, (x1) => city.placed(x1)) ? 1 : 0);
  }

  // police_station: score highest floors of placed (tower_block or office_tower) in city
  function score_police_station_58(city, here) {
    return city.most(city.spaces, (x1) => (TOWER_BLOCK.has(city.kind(x1)) || OFFICE_TOWER.has(city.kind(x1))), (x1) => city.floors(x1));
  }

  // park_district: score 1 per (park and not playground) in city
  function score_park_district_59(city, here) {
    return city.count(city.spaces, (x1) => PARK.has(city.kind(x1)) && city.active(x1) && !((PLAYGROUND.has(city.kind(x1)) && city.active(x1))));
  }

  // capitol: score 2 per (public_service and not capitol) adjacent to self
  function score_capitol_60(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => PUBLIC_SERVICE.has(city.kind(x1)) && city.active(x1) && !((CAPITOL.has(city.kind(x1)) && city.active(x1))));
  }

  // monument: score 2 per (public_service and not capitol) adjacent to self
  function score_monument_61(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => PUBLIC_SERVICE.has(city.kind(x1)) && city.active(x1) && !((CAPITOL.has(city.kind(x1)) && city.active(x1))));
  }

  // capitol: score 2 per monument adjacent to self
  function score_capitol_62(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => MONUMENT.has(city.kind(x1)) && city.active(x1));
  }

  // monument: score 2 per (public_service and not capitol) adjacent to self
  function score_monument_63(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => PUBLIC_SERVICE.has(city.kind(x1)) && city.active(x1));
  }

  // capitol: score 2 per (monument and not capitol) adjacent to self
  function score_capitol_64(city, here) {
    return 2 * city.count(city.adjacent(here), (x1) => MONUMENT.has(city.kind(x1)) && city.active(x1) && !((CAPITOL.has(city.kind(x1)) && city.active(x1))));
  }

  // capitol: score max(0, 5 * count of (factory or harbor) adjacent to self - 5 * count of park adjacent to self - 3 * count of shop adjacent to self - 2 * count of public_service adjacent to self)
  function score_capitol_65(city, here) {
    return Math.max(0, (5 * city.count(city.adjacent(here), (x1) => ((FACTORY.has(city.kind(x1)) && city.active(x1)) || (HARBOR.has(city.kind(x1)) && city.active(x1)))) - (5) * city.count(city.adjacent(here), (x2) => PARK.has(city.kind(x2)) && city.active(x2)) - (3) * city.count(city.adjacent(here), (x3) => SHOP.has(city.kind(x3)) && city.active(x3)) - (2) * city.count(city.adjacent(here), (x4) => PUBLIC_SERVICE.has(city.kind(x4)) && city.active(x4))));
  }

  // congress_center: score sum of (office_vp(size of group of office_tower at it + 1, floors of it) - office_vp(size of group of office_tower at it, floors of it)) over active office_tower as tower with (some office_tower adjacent to self in group of office_tower at tower)
  function score_congress_center_66(city, here) {
    return city.sum(city.spaces, (x1) => OFFICE_TOWER.has(city.kind(x1)) && city.active(x1) && city.some(city.group(x1, (x3) => (OFFICE_TOWER.has(city.kind(x3)) && city.active(x3))), (x2) => city.adjacent(here).includes(x2) && OFFICE_TOWER.has(city.kind(x2)) && city.active(x2)), (x1) => (city.lookUp(OFFICE_VP, [1, 1], (city.count(city.group(x1, (x5) => (OFFICE_TOWER.has(city.kind(x5)) && city.active(x5))), (x4) => true) + 1), city.floors(x1)) - (1) * city.lookUp(OFFICE_VP, [1, 1], city.count(city.group(x1, (x7) => (OFFICE_TOWER.has(city.kind(x7)) && city.active(x7))), (x6) => true), city.floors(x1))));
  }

  // congress_center: score largest of (sum of (office_vp(size of group of office_tower at it + 1, floors of it) - office_vp(size of group of office_tower at it, floors of it)) over active office_tower in group of office_tower at beside) over office_tower as beside adjacent to self
  function score_congress_center_67(city, here) {
    return city.most(city.adjacent(here), (x1) => OFFICE_TOWER.has(city.kind(x1)) && city.active(x1), (x1) => city.sum(city.group(x1, (x3) => (OFFICE_TOWER.has(city.kind(x3)) && city.active(x3))), (x2) => OFFICE_TOWER.has(city.kind(x2)) && city.active(x2), (x2) => (city.lookUp(OFFICE_VP, [1, 1], (city.count(city.group(x2, (x5) => (OFFICE_TOWER.has(city.kind(x5)) && city.active(x5))), (x4) => true) + 1), city.floors(x2)) - (1) * city.lookUp(OFFICE_VP, [1, 1], city.count(city.group(x2, (x7) => (OFFICE_TOWER.has(city.kind(x7)) && city.active(x7))), (x6) => true), city.floors(x2)))));
  }

  // congress_center: score office_vp(size of group of (office_tower or space within 0 of self) at self, 1)
  function score_congress_center_68(city, here) {
    return city.lookUp(OFFICE_VP, [1, 1], city.count(city.group(here, (x2) => ((OFFICE_TOWER.has(city.kind(x2)) && city.active(x2)) || (CONGRESS_CENTER.has(city.kind(x2)) && city.active(x2)) || city.within(0, here).includes(x2))), (x1) => true), 1);
  }

  // factory: score 4 per congress_center adjacent to self
  function score_factory_69(city, here) {
    return 4 * city.count(city.adjacent(here), (x1) => CONGRESS_CENTER.has(city.kind(x1)) && city.active(x1));
  }

  // park: score park_vp(count of (tower_block or office_tower or congress_center) adjacent to self)
  function score_park_70(city, here) {
    return city.lookUp(PARK_VP, [0], city.count(city.adjacent(here), (x1) => ((TOWER_BLOCK.has(city.kind(x1)) && city.active(x1)) || (OFFICE_TOWER.has(city.kind(x1)) && city.active(x1)) || (CONGRESS_CENTER.has(city.kind(x1)) && city.active(x1)))));
  }

  // factory: score 4 per congress_center adjacent to self
  function score_factory_71(city, here) {
    return 4 * city.count(city.adjacent(here), (x1) => false);
  }

  // park: score park_vp(count of (tower_block or office_tower or congress_center) adjacent to self)
  function score_park_72(city, here) {
    return city.lookUp(PARK_VP, [0], city.count(city.adjacent(here), (x1) => ((TOWER_BLOCK.has(city.kind(x1)) && city.active(x1)) || (OFFICE_TOWER.has(city.kind(x1)) && city.active(x1)))));
  }

  // office_tower: score office_vp(size of group of office_tower at self, floors of self)
  function score_office_tower_73(city, here) {
    return city.lookUp(OFFICE_VP, [1, 1], city.count(city.group(here, (x2) => ((OFFICE_TOWER.has(city.kind(x2)) && city.active(x2)) || CONGRESS_CENTER.has(city.kind(x2)))), (x1) => true), city.floors(here));
  }

  // capitol: score max(0, 5 * count of (factory or harbor) adjacent to self - 5 * count of park adjacent to self - 3 * count of shop adjacent to self - 2 * count of (public_service or monument) adjacent to self)
  function score_capitol_74(city, here) {
    return Math.max(0, (5 * city.count(city.adjacent(here), (x1) => ((FACTORY.has(city.kind(x1)) && city.active(x1)) || (HARBOR.has(city.kind(x1)) && city.active(x1)))) - (5) * city.count(city.adjacent(here), (x2) => PARK.has(city.kind(x2)) && city.active(x2)) - (3) * city.count(city.adjacent(here), (x3) => SHOP.has(city.kind(x3)) && city.active(x3)) - (2) * city.count(city.adjacent(here), (x4) => ((PUBLIC_SERVICE.has(city.kind(x4)) && city.active(x4)) || (MONUMENT.has(city.kind(x4)) && city.active(x4))))));
  }

  // customs_office: score 5 per line with longest run of harbor in it >= 4
  function score_customs_office_75(city, here) {
    return 5 * city.count(city.regions("line"), (r1) => city.longestRun([r1], (x3) => (HARBOR.has(city.kind(x3)) && city.active(x3))) >= 4);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_0(city, here) {
    return (city.active(here) ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_1(city, here) {
    return ((city.active(here) && city.received("inhabitant") >= 1) ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_2(city, here) {
    return (true ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  // tv_station: when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_3(city, here) {
    return (city.active(here) ? city.count(city.spaces, (x1) => SHOP.has(city.kind(x1)) && city.active(x1)) : 0);
  }

  // tv_station: when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)
  function gain_tv_station_4(city, here) {
    return (city.active(here) ? city.count(city.spaces, (x2) => SHOP.has(city.kind(x2))) : 0);
  }

  const clauses = [
    { part: "factory", kinds: ["factory"], where: "factory.rules:11:3", text: "score 2 per shop adjacent to self", said: "score 2 per shop adjacent to self", value: score_factory_0 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:12:3", text: "score 3 per harbor adjacent to self", said: "score 3 per harbor adjacent to self", value: score_factory_1 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:14:5", text: "score 4 per office_tower adjacent to self", said: "score 4 per office_tower adjacent to self", value: score_factory_2 },
    { part: "capitol", kinds: ["capitol"], where: "monument.rules:8:3", text: "score 5 per park adjacent to self", said: "score 5 per park adjacent to self", value: score_capitol_3 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:8:3", text: "score 5 per park adjacent to self", said: "score 5 per park adjacent to self", value: score_monument_4 },
    { part: "capitol", kinds: ["capitol"], where: "monument.rules:9:3", text: "score 3 per shop adjacent to self", said: "score 3 per shop adjacent to self", value: score_capitol_5 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:9:3", text: "score 3 per shop adjacent to self", said: "score 3 per shop adjacent to self", value: score_monument_6 },
    { part: "capitol", kinds: ["capitol"], where: "monument.rules:10:43", text: "score 2 per public_service adjacent to self", said: "score 2 per public_service adjacent to self", value: score_capitol_7 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:10:43", text: "score 2 per public_service adjacent to self", said: "score 2 per public_service adjacent to self", value: score_monument_8 },
    { part: "capitol", kinds: ["capitol"], where: "monument.rules:15:3", text: "score -5 per (factory or harbor) adjacent to self", said: "score -5 per (factory or harbor) adjacent to self", value: score_capitol_9 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:15:3", text: "score -5 per (factory or harbor) adjacent to self", said: "score -5 per (factory or harbor) adjacent to self", value: score_monument_10 },
    { part: "office_tower", kinds: ["office_tower"], where: "office_tower.rules:9:3", text: "score office_vp(size of group of office_tower at self, floors of self)", said: "score office_vp(size of group of office_tower at self, floors of self)", value: score_office_tower_11 },
    { part: "park", kinds: ["park", "playground"], where: "park.rules:11:7", text: "score park_vp(count of (tower_block or office_tower) adjacent to self)", said: "score park_vp(count of (tower_block or office_tower) adjacent to self)", value: score_park_12 },
    { part: "shop", kinds: ["shop"], where: "shop.rules:9:3", text: "score by inhabitants seated [0, 1, 2, 4, 7, 11]", said: "score by inhabitants seated [0, 1, 2, 4, 7, 11]", value: score_shop_13 },
    { part: "tower_block", kinds: ["tower_block"], where: "tower_block.rules:12:3", text: "score by floors of self [1, 3, 6, 10, 15]", said: "score by floors of self [1, 3, 6, 10, 15]", value: score_tower_block_14 },
    { part: "city_hall", kinds: ["city_hall"], where: "city_hall.rules:5:3", text: "score 1 per public_service in city", said: "score 1 per public_service in city", value: score_city_hall_15 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:6:5", text: "score 1 per district where every space is built", said: "score 1 per district where every space is built", value: score_city_planning_16 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:7:5", text: "score 1 if every space is built", said: "score 1 if every space is built", value: score_city_planning_17 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:7:16", text: "score 5 if some line is all harbor", said: "score 5 if some line is all harbor", value: score_customs_office_18 },
    { part: "fire_station", kinds: ["fire_station"], where: "fire_station.rules:7:5", text: "score 3 per factory adjacent to self", said: "score 3 per factory adjacent to self", value: score_fire_station_19 },
    { part: "park_district", kinds: ["park_district"], where: "park_district.rules:6:46", text: "score 1 per park in city", said: "score 1 per park in city", value: score_park_district_20 },
    { part: "police_station", kinds: ["police_station"], where: "police_station.rules:6:14", text: "score highest floors of (tower_block or office_tower) in city", said: "score highest floors of (tower_block or office_tower) in city", value: score_police_station_21 },
    { part: "reprocessing_plant", kinds: ["reprocessing_plant"], where: "reprocessing_plant.rules:7:12", text: "score 1 per energy seated", said: "score 1 per energy seated", value: score_reprocessing_plant_22 },
    { part: "school", kinds: ["school"], where: "school.rules:5:3", text: "score 1 per tower_block in city", said: "score 1 per tower_block in city", value: score_school_23 },
    { part: "public_services", kinds: [], where: "scorings.rules:24:3", text: "score service_vp(count of district with a public_service)", said: "score service_vp(count of district with a public_service)", value: score_public_services_24 },
    { part: "harbors", kinds: [], where: "scorings.rules:63:5", text: "score harbor_vp(longest run of harbor in a row)", said: "score harbor_vp(longest run of harbor in a row)", value: score_harbors_25 },
    { part: "harbors", kinds: [], where: "scorings.rules:64:5", text: "score harbor_vp(longest run of harbor in a column)", said: "score harbor_vp(longest run of harbor in a column)", value: score_harbors_26 },
    { part: "office_tower", kinds: ["office_tower"], where: "office_tower.rules:9:3", text: "score office_vp(size of group of office_tower at self, floors of self)", said: "score office_vp(size of group of office_tower at self, floors of self)", value: score_office_tower_27 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:11:3", text: "score 2 per shop adjacent to self", said: "score 2 per shop adjacent to self", value: score_factory_28 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:12:3", text: "score 3 per harbor adjacent to self", said: "score 3 per harbor adjacent to self", value: score_factory_29 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:14:5", text: "score 4 per office_tower adjacent to self", said: "score 4 per office_tower adjacent to self", value: score_factory_30 },
    { part: "capitol", kinds: ["capitol"], where: "monument.rules:8:3", text: "score 5 per park adjacent to self", said: "score 5 per park adjacent to self", value: score_capitol_31 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:8:3", text: "score 5 per park adjacent to self", said: "score 5 per park adjacent to self", value: score_monument_32 },
    { part: "capitol", kinds: ["capitol"], where: "monument.rules:9:3", text: "score 3 per shop adjacent to self", said: "score 3 per shop adjacent to self", value: score_capitol_33 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:9:3", text: "score 3 per shop adjacent to self", said: "score 3 per shop adjacent to self", value: score_monument_34 },
    { part: "capitol", kinds: ["capitol"], where: "monument.rules:10:43", text: "score 2 per public_service adjacent to self", said: "score 2 per public_service adjacent to self", value: score_capitol_35 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:10:43", text: "score 2 per public_service adjacent to self", said: "score 2 per public_service adjacent to self", value: score_monument_36 },
    { part: "capitol", kinds: ["capitol"], where: "monument.rules:15:3", text: "score -5 per (factory or harbor) adjacent to self", said: "score -5 per (factory or harbor) adjacent to self", value: score_capitol_37 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:15:3", text: "score -5 per (factory or harbor) adjacent to self", said: "score -5 per (factory or harbor) adjacent to self", value: score_monument_38 },
    { part: "office_tower", kinds: ["office_tower"], where: "office_tower.rules:9:3", text: "score office_vp(size of group of office_tower at self, floors of self)", said: "score office_vp(size of group of office_tower at self, floors of self)", value: score_office_tower_39 },
    { part: "park", kinds: ["park", "playground"], where: "park.rules:11:7", text: "score park_vp(count of (tower_block or office_tower) adjacent to self)", said: "score park_vp(count of (tower_block or office_tower) adjacent to self)", value: score_park_40 },
    { part: "city_hall", kinds: ["city_hall"], where: "city_hall.rules:5:3", text: "score 1 per public_service in city", said: "score 1 per public_service in city", value: score_city_hall_41 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:6:5", text: "score 1 per district where every space is built", said: "score 1 per district where every space is built", value: score_city_planning_42 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:7:5", text: "score 1 if every space is built", said: "score 1 if every space is built", value: score_city_planning_43 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:7:16", text: "score 5 if some line is all harbor", said: "score 5 if some line is all harbor", value: score_customs_office_44 },
    { part: "fire_station", kinds: ["fire_station"], where: "fire_station.rules:7:5", text: "score 3 per factory adjacent to self", said: "score 3 per factory adjacent to self", value: score_fire_station_45 },
    { part: "park_district", kinds: ["park_district"], where: "park_district.rules:6:46", text: "score 1 per park in city", said: "score 1 per park in city", value: score_park_district_46 },
    { part: "police_station", kinds: ["police_station"], where: "police_station.rules:6:14", text: "score highest floors of (tower_block or office_tower) in city", said: "score highest floors of (tower_block or office_tower) in city", value: score_police_station_47 },
    { part: "school", kinds: ["school"], where: "school.rules:5:3", text: "score 1 per tower_block in city", said: "score 1 per tower_block in city", value: score_school_48 },
    { part: "public_services", kinds: [], where: "scorings.rules:24:3", text: "score service_vp(count of district with a public_service)", said: "score service_vp(count of district with a public_service)", value: score_public_services_49 },
    { part: "harbors", kinds: [], where: "scorings.rules:63:5", text: "score harbor_vp(longest run of harbor in a row)", said: "score harbor_vp(longest run of harbor in a row)", value: score_harbors_50 },
    { part: "harbors", kinds: [], where: "scorings.rules:64:5", text: "score harbor_vp(longest run of harbor in a column)", said: "score harbor_vp(longest run of harbor in a column)", value: score_harbors_51 },
    { part: "office_tower", kinds: ["office_tower"], where: "office_tower.rules:9:3", text: "score office_vp(size of group of office_tower at self, floors of self)", said: "score office_vp(size of group of office_tower at self, floors of self)", value: score_office_tower_52 },
    { part: "harbors", kinds: [], where: "scorings.rules:66:34", text: "score harbor_vp(longest run of harbor in a line)", said: "score harbor_vp(longest run of harbor in a line)", value: score_harbors_53 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:17:16", text: "score 5 if some line has longest run of harbor in it >= 4", said: "score 5 if some line has longest run of harbor in it >= 4", value: score_customs_office_54 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:11:16", text: "score 5 per line with (it is all harbor)", said: "score 5 per line with (it is all harbor)", value: score_customs_office_55 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:10:5", text: "score 1 per district where every space is placed", said: "score 1 per district where every space is placed", value: score_city_planning_56 },
    { part: "city_planning", kinds: ["city_planning"], where: "city_planning.rules:11:5", text: "score 1 if every space is placed", said: "score 1 if every space is placed", value: score_city_planning_57 },
    { part: "police_station", kinds: ["police_station"], where: "police_station.rules:10:14", text: "score highest floors of placed (tower_block or office_tower) in city", said: "score highest floors of placed (tower_block or office_tower) in city", value: score_police_station_58 },
    { part: "park_district", kinds: ["park_district"], where: "park_district.rules:7:44", text: "score 1 per (park and not playground) in city", said: "score 1 per (park and not playground) in city", value: score_park_district_59 },
    { part: "capitol", kinds: ["capitol"], where: "monument.rules:13:5", text: "score 2 per (public_service and not capitol) adjacent to self", said: "score 2 per (public_service and not capitol) adjacent to self", value: score_capitol_60 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:13:5", text: "score 2 per (public_service and not capitol) adjacent to self", said: "score 2 per (public_service and not capitol) adjacent to self", value: score_monument_61 },
    { part: "capitol", kinds: ["capitol"], where: "capitol.rules:6:42", text: "score 2 per monument adjacent to self", said: "score 2 per monument adjacent to self", value: score_capitol_62 },
    { part: "monument", kinds: ["monument"], where: "monument.rules:13:5", text: "score 2 per (public_service and not capitol) adjacent to self", said: "score 2 per (public_service and not capitol) adjacent to self", value: score_monument_63 },
    { part: "capitol", kinds: ["capitol"], where: "capitol.rules:7:36", text: "score 2 per (monument and not capitol) adjacent to self", said: "score 2 per (monument and not capitol) adjacent to self", value: score_capitol_64 },
    { part: "capitol", kinds: ["capitol"], where: "capitol.rules:11:7", text: "score max(0, 5 * count of (factory or harbor) adjacent to self - 5 * count of park adjacent to self - 3 * count of shop adjacent to self - 2 * count of public_service adjacent to self)", said: "score max(0, 5 * count of (factory or harbor) adjacent to self - 5 * count of park adjacent to self - 3 * count of shop adjacent to self - 2 * count of public_service adjacent to self)", value: score_capitol_65 },
    { part: "congress_center", kinds: ["congress_center"], where: "congress_center.rules:11:5", text: "score sum of (office_vp(size of group of office_tower at it + 1, floors of it) - office_vp(size of group of office_tower at it, floors of it)) over active office_tower as tower with (some office_tower adjacent to self in group of office_tower at tower)", said: "score sum of (office_vp(size of group of office_tower at it + 1, floors of it) - office_vp(size of group of office_tower at it, floors of it)) over active office_tower as tower with (some office_tower adjacent to self in group of office_tower at tower)", value: score_congress_center_66 },
    { part: "congress_center", kinds: ["congress_center"], where: "congress_center.rules:15:5", text: "score largest of (sum of (office_vp(size of group of office_tower at it + 1, floors of it) - office_vp(size of group of office_tower at it, floors of it)) over active office_tower in group of office_tower at beside) over office_tower as beside adjacent to self", said: "score largest of (sum of (office_vp(size of group of office_tower at it + 1, floors of it) - office_vp(size of group of office_tower at it, floors of it)) over active office_tower in group of office_tower at beside) over office_tower as beside adjacent to self", value: score_congress_center_67 },
    { part: "congress_center", kinds: ["congress_center"], where: "congress_center.rules:18:5", text: "score office_vp(size of group of (office_tower or space within 0 of self) at self, 1)", said: "score office_vp(size of group of (office_tower or space within 0 of self) at self, 1)", value: score_congress_center_68 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:15:36", text: "score 4 per congress_center adjacent to self", said: "score 4 per congress_center adjacent to self", value: score_factory_69 },
    { part: "park", kinds: ["park", "playground"], where: "park.rules:14:7", text: "score park_vp(count of (tower_block or office_tower or congress_center) adjacent to self)", said: "score park_vp(count of (tower_block or office_tower or congress_center) adjacent to self)", value: score_park_70 },
    { part: "factory", kinds: ["factory"], where: "factory.rules:15:36", text: "score 4 per congress_center adjacent to self", said: "score 4 per congress_center adjacent to self", value: score_factory_71 },
    { part: "park", kinds: ["park", "playground"], where: "park.rules:14:7", text: "score park_vp(count of (tower_block or office_tower or congress_center) adjacent to self)", said: "score park_vp(count of (tower_block or office_tower or congress_center) adjacent to self)", value: score_park_72 },
    { part: "office_tower", kinds: ["office_tower"], where: "office_tower.rules:9:3", text: "score office_vp(size of group of office_tower at self, floors of self)", said: "score office_vp(size of group of office_tower at self, floors of self)", value: score_office_tower_73 },
    { part: "capitol", kinds: ["capitol"], where: "capitol.rules:17:7", text: "score max(0, 5 * count of (factory or harbor) adjacent to self - 5 * count of park adjacent to self - 3 * count of shop adjacent to self - 2 * count of (public_service or monument) adjacent to self)", said: "score max(0, 5 * count of (factory or harbor) adjacent to self - 5 * count of park adjacent to self - 3 * count of shop adjacent to self - 2 * count of (public_service or monument) adjacent to self)", value: score_capitol_74 },
    { part: "customs_office", kinds: ["customs_office"], where: "customs_office.rules:21:16", text: "score 5 per line with longest run of harbor in it >= 4", said: "score 5 per line with longest run of harbor in it >= 4", value: score_customs_office_75 },
  ];
  const gains = [
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_0 },
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_1 },
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_2 },
    { kind: "tv_station", resource: "inhabitant", mode: "any", onUnits: false, text: "when game ends may gain (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_3 },
    { kind: "tv_station", resource: "inhabitant", mode: "whole", onUnits: false, text: "when game ends may gain all of (if reading of tv_shops is active then count of active shop in city else count of placed shop in city) inhabitant if reading of tv_activation is not_needed or self is active and (reading of tv_activation is may_pay_itself or received inhabitants >= 1)", amount: gain_tv_station_4 },
  ];
  return {
    name: "expert",
    title: "Expert",
    board: {"rows": 4, "columns": 5, "districts": [1, 1, 4, 2, 2, 1, 1, 4, 2, 2, 5, 5, 4, 3, 3, 5, 5, 4, 3, 3]},
    rounds: 5,
    turns: 4,
    players: [2, 3, 4],
    usualPlayers: 4,
    replaces: "public_service",
    stock: {"4": [{"kind": "tower_block", "variant": "one", "copies": 6}, {"kind": "tower_block", "variant": "two", "copies": 14}, {"kind": "tower_block", "variant": "three", "copies": 6}, {"kind": "shop", "variant": null, "copies": 14}, {"kind": "public_service", "variant": "plain", "copies": 5}, {"kind": "public_service", "variant": "one_vp", "copies": 7}, {"kind": "public_service", "variant": "two_vp", "copies": 5}, {"kind": "park", "variant": null, "copies": 8}, {"kind": "playground", "variant": "usual", "copies": 5}, {"kind": "factory", "variant": "one", "copies": 1}, {"kind": "factory", "variant": "two", "copies": 9}, {"kind": "factory", "variant": "three", "copies": 5}, {"kind": "harbor", "variant": "two_inhabitants", "copies": 3}, {"kind": "harbor", "variant": "two_energy", "copies": 3}, {"kind": "harbor", "variant": "one_each", "copies": 7}, {"kind": "harbor", "variant": "one_vp", "copies": 1}, {"kind": "harbor", "variant": "two_vp", "copies": 2}, {"kind": "harbor", "variant": "three_vp", "copies": 3}, {"kind": "office_tower", "variant": null, "copies": 17}, {"kind": "monument", "variant": null, "copies": 4}]},
    resources: [{"name": "inhabitant", "plural": "inhabitants", "title": "Inhabitant", "pluralTitle": "Inhabitants", "glyph": "i", "pieces": 65, "cost": 1}, {"name": "energy", "plural": "energy", "title": "Energy Unit", "pluralTitle": "Energy Units", "glyph": "e", "pieces": 50, "cost": 1}],
    clauses,
    gains,
    variants: [
      {"readings": {}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {"factory": {"name": "factory", "title": "Factory", "plural": "Factories", "glyph": "F", "tile": false, "parents": [], "ancestors": ["factory"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "one", "gains": {"energy": 1}, "worth": 0}, {"name": "two", "gains": {"energy": 2}, "worth": 0}, {"name": "three", "gains": {"energy": 3}, "worth": 0}], "copies": 1, "scoresInactive": false}, "harbor": {"name": "harbor", "title": "Harbor", "plural": "Harbors", "glyph": "H", "tile": false, "parents": [], "ancestors": ["harbor"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "two_inhabitants", "gains": {"inhabitant": 2}, "worth": 0}, {"name": "two_energy", "gains": {"energy": 2}, "worth": 0}, {"name": "one_each", "gains": {"energy": 1, "inhabitant": 1}, "worth": 0}, {"name": "one_vp", "gains": {}, "worth": 1}, {"name": "two_vp", "gains": {}, "worth": 2}, {"name": "three_vp", "gains": {}, "worth": 3}], "copies": 1, "scoresInactive": false}, "monument": {"name": "monument", "title": "Monument", "plural": "Monuments", "glyph": "M", "tile": false, "parents": [], "ancestors": ["monument"], "floors": 1, "needs": {}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "office_tower": {"name": "office_tower", "title": "Office Tower", "plural": "Office Towers", "glyph": "O", "tile": false, "parents": [], "ancestors": ["office_tower"], "floors": 5, "needs": {"inhabitant": 1, "energy": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "park": {"name": "park", "title": "Park", "plural": "Parks", "glyph": "P", "tile": false, "parents": [], "ancestors": ["park"], "floors": 1, "needs": {}, "seats": {"energy": 1}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "playground": {"name": "playground", "title": "Playground", "plural": "Playgrounds", "glyph": "G", "tile": false, "parents": ["park"], "ancestors": ["park", "playground"], "floors": 1, "needs": {}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "usual", "gains": {"inhabitant": 1}, "worth": 0}], "copies": 1, "scoresInactive": false}, "public_service": {"name": "public_service", "title": "Public Service", "plural": "Public Services", "glyph": "U", "tile": false, "parents": [], "ancestors": ["public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}, {"name": "one_vp", "gains": {}, "worth": 1}, {"name": "two_vp", "gains": {}, "worth": 2}], "copies": 1, "scoresInactive": false}, "shop": {"name": "shop", "title": "Shop", "plural": "Shops", "glyph": "S", "tile": false, "parents": [], "ancestors": ["shop"], "floors": 1, "needs": {"energy": 1}, "seats": {"inhabitant": 5}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "tower_block": {"name": "tower_block", "title": "Tower Block", "plural": "Tower Blocks", "glyph": "T", "tile": false, "parents": [], "ancestors": ["tower_block"], "floors": 5, "needs": {"energy": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "one", "gains": {"inhabitant": 1}, "worth": 0}, {"name": "two", "gains": {"inhabitant": 2}, "worth": 0}, {"name": "three", "gains": {"inhabitant": 3}, "worth": 0}], "copies": 1, "scoresInactive": false}, "capitol": {"name": "capitol", "title": "Capitol", "plural": "Capitol", "glyph": "", "tile": true, "parents": ["public_service", "monument"], "ancestors": ["capitol", "monument", "public_service"], "floors": 1, "needs": {"inhabitant": 3}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "city_hall": {"name": "city_hall", "title": "City Hall", "plural": "City Hall", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_hall", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "city_planning": {"name": "city_planning", "title": "City Planning", "plural": "City Planning", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_planning", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "congress_center": {"name": "congress_center", "title": "Congress Center", "plural": "Congress Center", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["congress_center", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "customs_office": {"name": "customs_office", "title": "Customs Office", "plural": "Customs Office", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["customs_office", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "electric_utility": {"name": "electric_utility", "title": "Electric Utility", "plural": "Electric Utility", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["electric_utility", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"energy": 3}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "fire_station": {"name": "fire_station", "title": "Fire Station", "plural": "Fire Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["fire_station", "public_service"], "floors": 1, "needs": {"inhabitant": 2}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "maternity_ward": {"name": "maternity_ward", "title": "Maternity Ward", "plural": "Maternity Ward", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["maternity_ward", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"inhabitant": 3}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "park_district": {"name": "park_district", "title": "Park District", "plural": "Park District", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["park_district", "public_service"], "floors": 1, "needs": {"inhabitant": 2}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "police_station": {"name": "police_station", "title": "Police Station", "plural": "Police Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["police_station", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "reprocessing_plant": {"name": "reprocessing_plant", "title": "Reprocessing Plant", "plural": "Reprocessing Plant", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "reprocessing_plant"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {"energy": 50}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "school": {"name": "school", "title": "School", "plural": "School", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "school"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}, "tv_station": {"name": "tv_station", "title": "TV Station", "plural": "TV Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "tv_station"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}}},
      {"readings": {"inactive_buildings": "stay"}, "clauses": [28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 13, 14, 41, 42, 43, 44, 45, 46, 47, 22, 48, 49, 50, 51], "gains": [0], "own": {"capitol": [[31, 33, 35, 37], []], "city_hall": [[41], []], "city_planning": [[42, 43], []], "congress_center": [[39], [52]], "customs_office": [[44], []], "electric_utility": [[], []], "fire_station": [[45], []], "maternity_ward": [[], []], "park_district": [[46], []], "police_station": [[47], []], "reprocessing_plant": [[22], []], "school": [[48], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tile_activation": "not_needed"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {"capitol": {"name": "capitol", "title": "Capitol", "plural": "Capitol", "glyph": "", "tile": true, "parents": ["public_service", "monument"], "ancestors": ["capitol", "monument", "public_service"], "floors": 1, "needs": {"inhabitant": 3}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "city_hall": {"name": "city_hall", "title": "City Hall", "plural": "City Hall", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_hall", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "city_planning": {"name": "city_planning", "title": "City Planning", "plural": "City Planning", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["city_planning", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "congress_center": {"name": "congress_center", "title": "Congress Center", "plural": "Congress Center", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["congress_center", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "customs_office": {"name": "customs_office", "title": "Customs Office", "plural": "Customs Office", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["customs_office", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "electric_utility": {"name": "electric_utility", "title": "Electric Utility", "plural": "Electric Utility", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["electric_utility", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"energy": 3}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "fire_station": {"name": "fire_station", "title": "Fire Station", "plural": "Fire Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["fire_station", "public_service"], "floors": 1, "needs": {"inhabitant": 2}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "maternity_ward": {"name": "maternity_ward", "title": "Maternity Ward", "plural": "Maternity Ward", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["maternity_ward", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {"inhabitant": 3}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "park_district": {"name": "park_district", "title": "Park District", "plural": "Park District", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["park_district", "public_service"], "floors": 1, "needs": {"inhabitant": 2}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "police_station": {"name": "police_station", "title": "Police Station", "plural": "Police Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["police_station", "public_service"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "reprocessing_plant": {"name": "reprocessing_plant", "title": "Reprocessing Plant", "plural": "Reprocessing Plant", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "reprocessing_plant"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {"energy": 50}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "school": {"name": "school", "title": "School", "plural": "School", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "school"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}, "tv_station": {"name": "tv_station", "title": "TV Station", "plural": "TV Station", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "tv_station"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": true}}},
      {"readings": {"withholding": "use_all"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "full", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"withholding": "activate_first"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "activation_first", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"harbor_lines": "better"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 53], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"customs_line": "any_four"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 54, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[54], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"customs_count": "each"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 55, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[55], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"planning_built": "placed"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 56, 57, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[56, 57], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"police_inactive": "placed"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 58, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[58], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"park_district_playgrounds": "not"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 59, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[59], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_activation": "paid_before"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [1], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_activation": "not_needed"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [2], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_shops": "active"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [3], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"tv_amount": "all_or_none"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [4], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"plant_inactive": "still_holds"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {"reprocessing_plant": {"name": "reprocessing_plant", "title": "Reprocessing Plant", "plural": "Reprocessing Plant", "glyph": "", "tile": true, "parents": ["public_service"], "ancestors": ["public_service", "reprocessing_plant"], "floors": 1, "needs": {"inhabitant": 1}, "seats": {"energy": 50}, "seatsInactive": true, "placed": {}, "prints": [{"name": "plain", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}}},
      {"readings": {"capitol_monument": "to_capitol"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 60, 61, 9, 10, 11, 12, 13, 14, 62, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 60, 61, 9, 62], [63]], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"capitol_monument": "both"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 64, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9, 64], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"capitol_negative": "floored"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 65, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9, 65], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"congress_bridges": "adds_one"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 27, 12, 13, 14, 15, 16, 17, 66, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[66], []], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "congress_center", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"congress_bridges": "one_group"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 27, 12, 13, 14, 15, 16, 17, 67, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[67], []], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "congress_center", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"congress_scores": "one_floor"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 68, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11, 68], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "congress_center", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"congress_counts": "yes"}, "clauses": [0, 1, 2, 69, 3, 4, 5, 6, 7, 8, 9, 10, 11, 70, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[69, 11, 70], [71, 27, 72]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"congress_active": "not_needed"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 73, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[73], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"playground_inhabitant": "nobody"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {"playground": {"name": "playground", "title": "Playground", "plural": "Playgrounds", "glyph": "G", "tile": false, "parents": ["park"], "ancestors": ["park", "playground"], "floors": 1, "needs": {}, "seats": {}, "seatsInactive": false, "placed": {}, "prints": [{"name": "usual", "gains": {}, "worth": 0}], "copies": 1, "scoresInactive": false}}},
      {"readings": {"capitol_monument": "both", "capitol_negative": "floored"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 64, 74, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9, 64, 74], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"capitol_monument": "to_capitol", "capitol_negative": "floored"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 60, 61, 9, 10, 11, 12, 13, 14, 62, 74, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 60, 61, 9, 62, 74], [63]], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[18], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
      {"readings": {"customs_count": "each", "customs_line": "any_four"}, "clauses": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 75, 19, 20, 21, 22, 23, 24, 25, 26], "gains": [0], "own": {"capitol": [[3, 5, 7, 9], []], "city_hall": [[15], []], "city_planning": [[16, 17], []], "congress_center": [[11], [27]], "customs_office": [[75], []], "electric_utility": [[], []], "fire_station": [[19], []], "maternity_ward": [[], []], "park_district": [[20], []], "police_station": [[21], []], "reprocessing_plant": [[22], []], "school": [[23], []], "tv_station": [[], []]}, "parts": ["factory", "monument", "office_tower", "park", "shop", "tower_block", "capitol", "city_hall", "city_planning", "customs_office", "fire_station", "park_district", "police_station", "reprocessing_plant", "school", "public_services", "harbors"], "seating": "free", "watched": {"inhabitant": ["shop"], "energy": ["reprocessing_plant"]}, "kinds": {}},
    ],
  };
}());

return MODES;
}());
