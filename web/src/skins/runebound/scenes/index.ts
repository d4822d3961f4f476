// What comes after the board: what goes on at the place of the map.
export { Destinations } from "./Destinations";
export { Fight, OpenCard } from "./Fight";
export { Market, Pick } from "./Market";
