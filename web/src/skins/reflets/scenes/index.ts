// What comes after the board: what goes on at the place of the road, or beside it.
export { Count } from "./Count";
export { Destinations } from "./Destinations";
export { Hand } from "./Hand";
export { Pick } from "./Pick";
