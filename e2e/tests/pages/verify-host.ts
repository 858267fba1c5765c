import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import type { Stack } from '#stack/stack-file.ts'

const configSchema = z.looseObject({ walletConnect: z.record(z.string(), z.unknown()) })

/** What the frame of a Verify host says when it knows the site: a token that names what it was asked about. */
const attestation = `<!doctype html><script>
  const text = (value) => btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  const id = new URLSearchParams(location.search).get('id')
  const token = [{ alg: 'ES256', typ: 'JWT' }, { id, origin: 'https://shop.example', isVerified: true }].map(text)
  parent.postMessage(JSON.stringify({ type: 'verify_attestation', attestation: [...token, 'AA'].join('.') }), '*')
</script>`

/**
 * The Verify host of WalletConnect's vendor, as the pinned SDK asks it: by a hidden frame. Its address is a constant of the
 * SDK, so it is played at the browser's edge.
 */
export class VerifyHost {
  readonly #asked: URL[] = []
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** Takes the place of every Verify host before the page opens; it never answers unless told to. */
  static async before(page: Page, answer: 'never' | 'attestation' = 'never'): Promise<VerifyHost> {
    const host = new VerifyHost(page)
    await page.route(/^https?:\/\/[^/]*verify/, async (route) => {
      host.#asked.push(new URL(route.request().url()))
      if (answer === 'attestation') await route.fulfill({ contentType: 'text/html', body: attestation })
    })
    return host
  }

  /** Paths that were asked for so far. */
  get asked(): readonly string[] {
    return this.#asked.map(({ origin: at, pathname }) => `${at}${pathname}`)
  }

  /** The deployment wants it; pages are opened for the project `verified`, whose policy lets the frame in. */
  async isWanted({ widget }: Stack): Promise<void> {
    await this.#page.route('**/widget.config.json', async (route) => {
      const response = await fetch(`${widget.loopback}/widget.config.json`)
      const config = z.parse(configSchema, await response.json())
      await route.fulfill({
        json: { ...config, walletConnect: { ...config.walletConnect, verify: true } },
      })
    })
  }
}
