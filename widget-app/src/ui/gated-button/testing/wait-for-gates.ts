import { waitFor } from '@testing-library/react'

/** Waits until every gate on screen accepts clicks. */
export const gatesArmed = (): Promise<void> =>
  waitFor(
    () => {
      if (document.querySelector('[data-gate]:not([data-gate="armed"])'))
        throw new Error('A gate is not armed')
    },
    { timeout: 5_000 },
  )
