import type * as z from 'zod/mini'
import type { getHistory } from '../../../../shared/api/history.ts'

/**
 * A result page as in the endpoint's response, newest transactions first; `next` is the cursor of the next page, or null.
 */
export type HistoryPage = z.input<ReturnType<(typeof getHistory)['response']>>

export type HistorySource = {
  /** CAIP-2 ids of the supported chains. */
  readonly chainIds: () => readonly string[]
  /**
   * @param cursor of the previous page's `next`, or undefined for the first page.
   * @throws InvalidAddressError, InvalidCursorError
   * @throws Error when the source did not respond.
   */
  readonly page: (chainId: string, address: string, cursor: string | undefined) => Promise<HistoryPage>
}

/** The text is not a cursor of this source. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError'

  constructor() {
    super('Invalid cursor')
  }
}
