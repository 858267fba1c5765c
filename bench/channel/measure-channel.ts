import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { servePages } from '../browser/serve-pages.ts'
import { type ChannelMeasurements, channelMeasurementsSchema } from './channel-measurements.ts'

/** Cross-origin isolation: without it the browser's clock is too coarse for calls of a fifth of a millisecond. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/**
 * Measures the channel in `page`: bare comlink with zod/mini and one call through the whole channel, 1,500 of each
 * alternating, then 1,000 calls started at once. Builds and serves the bench's pages: host and frame, on two sites.
 */
export async function measureChannel(
  page: Page,
  options: { readonly calls?: number; readonly together?: number; readonly rounds?: number } = {},
): Promise<ChannelMeasurements> {
  const { calls = 1_500, together = 1_000, rounds = 5 } = options
  const served = await servePages({
    root: fileURLToPath(new URL('./pages/', import.meta.url)),
    pages: { 'host.html': '/host.html', 'frame.html': '/frame.html' },
    headers: isolation,
  })
  const widget = encodeURIComponent(`http://widget.localhost:${served.port}`)
  try {
    await page.goto(`http://dapp.localhost:${served.port}/host.html?widget=${widget}`)
    await page.waitForFunction('typeof window.measureChannel === "function"')
    const measurements: unknown = await page.evaluate(
      `window.measureChannel(${calls}, ${together}, ${rounds})`,
    )
    return channelMeasurementsSchema.parse(measurements)
  } finally {
    await served.close()
  }
}
