import type { TestServer } from '../../../../testing/test-server.ts'

type Cookie = { readonly value: string; readonly isSameSite: boolean; readonly attributes: string }

/** A document that a browser shows. */
export type ShownPage = {
  readonly url: URL
  readonly status: number
  readonly html: string
  readonly headers: Headers
}

type Navigation = { readonly method: 'GET' | 'POST'; readonly body?: URLSearchParams; readonly from?: string }

const redirectLimit = 20

const characters: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&', '#39': "'" }
const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(quot|lt|gt|amp|#39);/g, (_, name: string) => characters[name] ?? '')

/**
 * The top-level window of a browser: follows redirects, keeps cookies by origin, and omits cookies with SameSite in a POST of
 * another origin. Requests to `origin` go to the server, others over HTTP.
 */
export function createWindowBrowser(server: TestServer, origin: string) {
  const jar = new Map<string, Map<string, Cookie>>()
  const visited: URL[] = []

  function cookiesFor(url: URL, { method, from }: Navigation): string {
    const isForeign = method === 'POST' && from !== url.origin
    return [...(jar.get(url.origin) ?? [])]
      .filter(([, { isSameSite }]) => !(isForeign && isSameSite))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }

  function keep(url: URL, headers: Headers): void {
    const cookies = jar.get(url.origin) ?? new Map<string, Cookie>()
    jar.set(url.origin, cookies)
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      cookies.set(name, { value, attributes, isSameSite: /samesite=(?:lax|strict)/i.test(attributes) })
    }
  }

  /** One request, without following a redirect. */
  async function request(url: URL, navigation: Navigation): Promise<Response> {
    visited.push(url)
    const { method, body, from } = navigation
    const cookie = cookiesFor(url, navigation)
    const init = {
      method,
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(method === 'POST' && from !== undefined && { origin: from }),
        ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body && { body: body.toString() }),
      redirect: 'manual' as const,
    }
    const response = url.origin === origin ? await server.app.request(url.href, init) : await fetch(url, init)
    keep(url, response.headers)
    return response
  }

  async function navigate(first: URL, navigation: Navigation): Promise<ShownPage> {
    let [url, next] = [first, navigation]
    for (let redirects = 0; redirects < redirectLimit; redirects++) {
      const response = await request(url, next)
      const location = response.headers.get('location')
      if (location === null)
        return { url, status: response.status, html: await response.text(), headers: response.headers }
      await response.body?.cancel()
      url = new URL(location, url)
      next = { method: 'GET' }
    }
    throw new Error('Too many redirects')
  }

  /** Fields of the page's form, which a press of a button adds to. */
  async function submit(
    page: ShownPage,
    press: Readonly<Record<string, string>> = {},
    from = page.url.origin,
  ): Promise<ShownPage> {
    const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(page.html) ?? []
    const inputs = page.html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
    const body = new URLSearchParams({
      ...Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescapeHtml(value)])),
      ...press,
    })
    return navigate(new URL(unescapeHtml(action), page.url), { method: 'POST', body, from })
  }

  return {
    open: (url: string | URL) => navigate(new URL(url), { method: 'GET' }),
    submit,
    request,
    /** Presses a button of the server's page. */
    answer: (page: ShownPage, answer: 'continue' | 'cancel') => submit(page, { answer }),
    /** Each URL so far, the last one last. */
    visited,
    /** The last URL with this path. */
    lastVisit: (path: string): URL => {
      const url = visited.findLast(({ pathname }) => pathname === path)
      if (url === undefined) throw new Error(`No visit of ${path}`)
      return url
    },
    cookies: () => jar.get(origin) ?? new Map<string, Cookie>(),
  }
}

export type WindowBrowser = ReturnType<typeof createWindowBrowser>
