/** Mints have no symbol: four letters from each end of the address replace it. */
export const mintSymbol = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`
