import type { Dapp } from './dapp.ts'

/** Waits for work during which the site asks for signatures, and presses Continue in each review that it opens. */
export async function approvingReviews<Result>(dapp: Dapp, work: Promise<Result>): Promise<Result> {
  let isOver = false
  const end = work.finally(() => {
    isOver = true
  })
  end.catch(() => undefined)
  const button = dapp.widget.button(/^Continue in /)
  while (!isOver) await button.click({ timeout: 1_000 }).catch(() => undefined)
  return end
}
