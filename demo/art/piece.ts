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
  /** Standing objects cast a shadow on the floor below them. Cloth lies flat. */
  stands?: boolean;
}
