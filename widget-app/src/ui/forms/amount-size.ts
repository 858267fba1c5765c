/** Font sizes, and how many characters of each fit on one line of the narrowest sheet (320 px). */
const fitting = [
  [34, 15],
  [22, 20],
  [17, 26],
] as const

/** The largest size, at most `largest`, in which no digits of an amount wrap: a very long one is smaller instead. */
export const amountSize = (text: string, largest: 34 | 22): 34 | 22 | 17 | 15 =>
  fitting.find(([size, letters]) => size <= largest && text.length <= letters)?.[0] ?? 15
