import { createContext, type LiHTMLAttributes, type ReactNode } from 'react'

/** The position of a row in a list that renders only visible rows. */
export type RowRect = {
  readonly item: Pick<LiHTMLAttributes<HTMLLIElement>, 'aria-posinset' | 'aria-setsize' | 'style'>
  /** Heads the group that begins with this row. */
  readonly heading: ReactNode
  /** The row passes too fast to be read. */
  readonly isPassing: boolean
}

/** A context, so that only the row itself renders again. */
export const RowPositionContext = createContext<RowRect | undefined>(undefined)
