import type { Clock } from '#shared/channel/clock.ts'
import { sleep } from '../async.ts'

/** Fetches and decodes an image, so that it can be painted at once; a no-op without a document. */
export async function loadImage(address: string): Promise<void> {
  if (typeof Image === 'undefined') return
  const image = new Image()
  image.src = address
  await image.decode?.()
}

/** Resolves when all images have loaded or failed, and after `limitMs` at the latest. */
export async function preloadImages(
  clock: Clock,
  addresses: readonly string[],
  limitMs: number,
  load: (address: string) => Promise<void>,
): Promise<void> {
  const done = new AbortController()
  try {
    await Promise.race([Promise.allSettled(addresses.map(load)), sleep(clock, limitMs, done.signal)])
  } finally {
    done.abort()
  }
}
