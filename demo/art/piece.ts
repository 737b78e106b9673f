interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A drawn object in its own coordinates, with the room it takes. */
export interface Piece {
  markup: string;
  box: Box;
  /** Objects that stand cast a shadow on the floor below them; cloth lies flat. */
  stands?: boolean;
}
