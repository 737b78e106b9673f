/** Apart from the schemas, because the forms of pages fetch none. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
