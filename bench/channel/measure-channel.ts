import type { Page } from '@playwright/test'
import { type ChannelMeasurements, channelMeasurementsSchema } from './channel-measurements.ts'
import { serveChannelPages } from './serve-pages.ts'

/**
 * Measures the channel in `page`: bare comlink with zod/mini and one call through the whole channel, 1,500 of each
 * alternating, then 1,000 calls started at once. Builds and serves the bench's pages: host and frame, on two sites.
 */
export async function measureChannel(
  page: Page,
  options: { readonly calls?: number; readonly together?: number; readonly rounds?: number } = {},
): Promise<ChannelMeasurements> {
  const { calls = 1_500, together = 1_000, rounds = 5 } = options
  const pages = await serveChannelPages()
  try {
    await page.goto(pages.url)
    await page.waitForFunction('typeof window.measureChannel === "function"')
    const measurements: unknown = await page.evaluate(
      `window.measureChannel(${calls}, ${together}, ${rounds})`,
    )
    return channelMeasurementsSchema.parse(measurements)
  } finally {
    await pages.close()
  }
}
