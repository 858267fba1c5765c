import type * as z from 'zod/mini'
import type { getHistory } from '../../../../shared/api/history.ts'

/** A page as the endpoint answers it, newest transactions first; `next` is the cursor of the next page, or null. */
export type HistoryPage = z.input<ReturnType<(typeof getHistory)['response']>>

export type HistorySource = {
  /** CAIP-2 ids that it reads. */
  readonly chainIds: () => readonly string[]
  /**
   * @param cursor of the page before, or undefined for the first.
   * @throws InvalidAddressError, InvalidCursorError
   * @throws Error when the source did not answer.
   */
  readonly page: (chainId: string, address: string, cursor: string | undefined) => Promise<HistoryPage>
}

/** The text is no cursor that this source gave. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError'

  constructor() {
    super('Invalid cursor')
  }
}
