import { describe, expect, it } from 'vitest'
import { OutboundError } from '../../ports/outbound.ts'
import { createAddressCheck } from './public-address.ts'
import { checkUrl, type UrlRules } from './url-check.ts'

const rules: UrlRules = {
  allowedOrigins: new Set(['http://localhost:8545', 'http://127.0.0.1:9']),
  ports: new Set([443, 8443]),
  isAllowedAddress: createAddressCheck([]),
}

const reasonOf = (url: string, base?: URL): string => {
  try {
    return checkUrl(url, rules, base).href
  } catch (error) {
    return error instanceof OutboundError ? error.reason : 'another error'
  }
}

const hostile = [
  // Schemes.
  ['http://example.com/', 'url'],
  ['ftp://example.com/', 'url'],
  ['file:///etc/passwd', 'url'],
  ['data:image/png;base64,AAAA', 'url'],
  ['blob:https://example.com/1', 'url'],
  ['javascript:alert(1)', 'url'],
  ['gopher://127.0.0.1:6379/_FLUSHALL', 'address'],
  ['ws://example.com/', 'url'],
  ['//example.com/', 'url'],
  ['example.com', 'url'],
  ['', 'url'],
  ['https://', 'url'],
  // Credentials.
  ['https://user@example.com/', 'url'],
  ['https://user:pass@example.com/', 'url'],
  ['https://:pass@example.com/', 'url'],
  ['https://example.com@127.0.0.1/', 'url'],
  ['https://example.com%40x@127.0.0.1/', 'url'],
  // Ports.
  ['https://example.com:80/', 'url'],
  ['https://example.com:22/', 'url'],
  ['https://example.com:0/', 'url'],
  ['https://example.com:65536/', 'url'],
  ['http://localhost:8546/', 'url'],
  // Addresses in every notation of the WHATWG parser.
  ['https://127.0.0.1/', 'address'],
  ['https://127.1/', 'address'],
  ['https://127.0.1/', 'address'],
  ['https://2130706433/', 'address'],
  ['https://0x7f000001/', 'address'],
  ['https://0x7f.0x0.0x0.0x1/', 'address'],
  ['https://017700000001/', 'address'],
  ['https://0177.0.0.01/', 'address'],
  ['https://127.0.0.1./', 'address'],
  ['https://%31%32%37.0.0.1/', 'address'],
  ['https://①②⑦.⓪.⓪.①/', 'address'],
  ['https://127。0。0。1/', 'address'],
  ['https://0/', 'address'],
  ['https://0.0.0.0/', 'address'],
  ['https://169.254.169.254/latest/meta-data/', 'address'],
  ['https://2852039166/', 'address'],
  ['https://0xa9fea9fe/', 'address'],
  ['https://10.0.0.1:8443/', 'address'],
  ['https:/\\127.0.0.1/', 'address'],
  ['https:\\\\127.0.0.1\\', 'address'],
  ['https:127.0.0.1', 'address'],
  ['https://example.com\\@127.0.0.1/', 'https://example.com/@127.0.0.1/'],
  ['ht\ntps://127.0.0.1/', 'address'],
  [' https://127.0.0.1/ ', 'address'],
  ['https://[::1]/', 'address'],
  ['https://[::]/', 'address'],
  ['https://[::ffff:127.0.0.1]/', 'address'],
  ['https://[::ffff:7f00:1]/', 'address'],
  ['https://[0:0:0:0:0:ffff:7f00:0001]/', 'address'],
  ['https://[64:ff9b::7f00:1]/', 'address'],
  ['https://[2002:7f00:1::]/', 'address'],
  ['https://[2001:0:0:0:0:0:80ff:fffe]/', 'address'],
  ['https://[fe80::1]/', 'address'],
  ['https://[fe80::1%25lo]/', 'url'],
  ['https://[fd00:ec2::254]/', 'address'],
  ['https://256.1.1.1/', 'url'],
  ['https://1.2.3.4.5/', 'url'],
  // Names.
  ['https://localhost/', 'url'],
  ['https://LOCALHOST/', 'url'],
  ['https://ⓛocalhost/', 'url'],
  ['https://localhost./', 'url'],
  ['https://a.localhost/', 'url'],
  ['https://example.com./', 'url'],
  ['https://printer/', 'url'],
  ['https://printer.local/', 'url'],
  ['https://metadata.google.internal/', 'url'],
  ['https://router.lan/', 'url'],
  ['https://nas.home.arpa/', 'url'],
  ['https://abc.onion/', 'url'],
  ['https://example..com/', 'url'],
  ['https://.example.com/', 'url'],
  ['https://xn--/', 'url'],
  ['https://exam ple.com/', 'url'],
  ['https://example.com%00.evil.com/', 'url'],
  [`https://${'a'.repeat(64)}.com/`, 'url'],
  [`https://example.com/${'a'.repeat(4_096)}`, 'url'],
] as const

describe('URL check', () => {
  it.each(hostile)('%j › %s', (url, expected) => expect(reasonOf(url)).toBe(expected))

  it.each([
    ['https://example.com/a.png?b=c#d', 'https://example.com/a.png?b=c#d'],
    ['https://example.com:443/', 'https://example.com/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://a_b.example.com/', 'https://a_b.example.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['http://localhost:8545/rpc', 'http://localhost:8545/rpc'],
  ])('%s › allowed', (url, href) => expect(reasonOf(url)).toBe(href))

  it('listed origin › still needs an allowed address', () =>
    expect(reasonOf('http://127.0.0.1:9/')).toBe('address'))

  it('relative URL › checked as the absolute URL', () => {
    const base = new URL('https://example.com/a/b')
    expect(reasonOf('../c', base)).toBe('https://example.com/c')
    expect(reasonOf('//127.0.0.1/', base)).toBe('address')
    expect(reasonOf('http:', base)).toBe('url')
  })

  it('rejected URL › not in the message', () => {
    for (const [url] of hostile)
      expect(() => checkUrl(url === '' ? 'x://' : url, rules)).not.toThrow(/127|user|pass|example/)
  })
})
