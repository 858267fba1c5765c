import type { Page } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { changeDeployConfig } from '../change-deploy-config.ts'

/** Document of a Verify host's frame for a verified site: it posts a token with the id of the request. */
const attestation = `<!doctype html><script>
  const text = (value) => btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  const id = new URLSearchParams(location.search).get('id')
  const token = [{ alg: 'ES256', typ: 'JWT' }, { id, origin: 'https://shop.example', isVerified: true }].map(text)
  parent.postMessage(JSON.stringify({ type: 'verify_attestation', attestation: [...token, 'AA'].join('.') }), '*')
</script>`

/**
 * The Verify host of WalletConnect's vendor, which the pinned SDK loads in a hidden frame. Its URL is a constant of the SDK,
 * so the test intercepts its requests in the browser.
 */
export class VerifyHost {
  readonly #asked: URL[] = []
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** Intercepts every Verify host before the page opens; by default it never responds. */
  static async intercept(page: Page, mode: 'never' | 'attestation' = 'never'): Promise<VerifyHost> {
    const host = new VerifyHost(page)
    await page.route(/^https?:\/\/[^/]*verify/, async (route) => {
      host.#asked.push(new URL(route.request().url()))
      if (mode === 'attestation') await route.fulfill({ contentType: 'text/html', body: attestation })
    })
    return host
  }

  /** URLs requested so far, without query. */
  get requestedUrls(): readonly string[] {
    return this.#asked.map(({ origin: at, pathname }) => `${at}${pathname}`)
  }

  /** Enables Verify in the deployment's configuration. Open pages for the project `verified`: its policy allows the frame. */
  async enable({ widget }: Stack): Promise<void> {
    await changeDeployConfig(this.#page, widget, (config) => ({
      ...config,
      walletConnect: { ...Object(config.walletConnect), verify: true },
    }))
  }
}
