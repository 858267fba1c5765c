import { createContext, type LiHTMLAttributes, type ReactNode } from 'react'

/** Where a row stands in a list that draws only what is in sight. */
export type RowRect = {
  readonly item: Pick<LiHTMLAttributes<HTMLLIElement>, 'aria-posinset' | 'aria-setsize' | 'style'>
  /** Heads the group that begins with this row. */
  readonly heading: ReactNode
  /** It runs past too fast to be looked at. */
  readonly isPassing: boolean
}

/** A context, so that only the row itself is drawn anew. */
export const RowPositionContext = createContext<RowRect | undefined>(undefined)
