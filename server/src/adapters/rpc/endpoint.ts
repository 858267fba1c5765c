import { parseUrl } from '../../../../shared/parse-url.ts'

/** A node's URL, with its secret parts separated. */
export type NodeEndpoint = {
  readonly origin: string
  /** Path and query. */
  readonly path: string
  /** Host and port, for events and errors. */
  readonly host: string
  readonly headers: Readonly<Record<string, string>>
  /** Replaces the URL's secrets in a text by '…'. */
  readonly redact: (text: string) => string
}

/** Path segments such as `v1` and `mainnet` are shorter than keys. */
const secretMinLength = 8

/**
 * Parses the URL of a node: http or https, with a key in user name, path or query if the vendor requires one.
 * @throws Error with the chain id and without the URL
 */
export function parseEndpoint(chainId: string, text: string): NodeEndpoint {
  const url = parseUrl(text)
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Error(`A node of ${chainId} must be an http or https URL`)
  }
  const { username, password } = url
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const secrets = [text, url.href, `${url.pathname}${url.search}`, username, password, credentials]
    .concat(url.pathname.split('/'), url.search, [...url.searchParams.values()])
    .filter((secret) => secret.length >= secretMinLength)
    .sort((a, b) => b.length - a.length)
  return {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    host: url.host,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(username === '' && password === ''
        ? {}
        : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
    redact: (unredacted) =>
      secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), unredacted),
  }
}
