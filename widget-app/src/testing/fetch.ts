export type TestResponse = {
  readonly status?: number
  readonly body?: unknown
  /** The raw body, instead of JSON. */
  readonly text?: string
  readonly headers?: Record<string, string>
}

/** Test only: responses of a server, by path. */
export type TestRoutes = Readonly<
  Record<string, (url: URL, body: unknown, headers?: Headers) => TestResponse | Promise<TestResponse>>
>

/** A fetch port that responds by path; other paths reject like an unreachable server. */
export function testFetch(routes: TestRoutes): {
  readonly fetch: typeof fetch
  readonly urls: readonly string[]
} {
  const urls: string[] = []
  return {
    urls,
    fetch: async (input, init) => {
      const url = new URL(String(input), 'https://widget.example')
      urls.push(`${url.pathname}${url.search}`)
      const route = routes[url.pathname]
      if (!route) throw new TypeError('Failed to fetch')
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const response = await route(url, body, new Headers(init?.headers))
      return new Response(response.text ?? JSON.stringify(response.body ?? {}), {
        status: response.status ?? 200,
        headers: response.headers ?? {},
      })
    },
  }
}
