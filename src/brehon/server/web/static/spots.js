// What can be clicked on the board.
export const SPOT = "#board [data-action], #board [data-why], #board [data-menu]";
