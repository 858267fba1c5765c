import { createPrivateKey, createPublicKey } from 'node:crypto'
import { chainIdSchema } from '../../../shared/caip/chain-id.ts'
import { parseUrl } from '../../../shared/parse-url.ts'
import { parseWire } from '../../../shared/wire-schema.ts'
import * as z from '../../../shared/zod.ts'
import { expecting } from './setting.ts'

/** True if a page without TLS counts as secure: browsers accept `http` for these hosts. */
const isLoopbackHost = (host: string): boolean => /^(?:(?:.+\.)?localhost|127\.0\.0\.1)$/.test(host)

const isPublicOrigin = (text: string): boolean => {
  const url = parseUrl(text)
  if (url === undefined || url.origin !== text) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

const text = (maxLength: number, isValid: (value: string) => boolean, expectation: string) =>
  expecting(z.string().check(z.minLength(1), z.maxLength(maxLength), z.refine(isValid)), expectation)

const urlText = (protocols: readonly string[], expectation: string, pattern = /^/) =>
  text(
    2_048,
    (value) =>
      !/\s/.test(value) && pattern.test(value) && protocols.includes(parseUrl(value)?.protocol ?? ''),
    expectation,
  )

/** Integer from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  expecting(z.int().check(z.gte(min), z.lte(max)), `a whole number from ${min} to ${max}`)

export const port = wholeNumber(0, 65_535)

/** Text of 1 to `max` UTF-16 units. */
export const shortText = (max: number) =>
  text(max, (value) => value.trim() === value, `a text of 1 to ${max} characters without spaces around it`)

export const publicOrigin = text(
  256,
  isPublicOrigin,
  'an https:// origin without a path, such as https://wallet.example (http:// only for localhost, *.localhost and 127.0.0.1)',
)

export const serviceOrigin = text(
  256,
  (value) => /^https?:\/\//.test(value) && parseUrl(value)?.origin === value,
  'an origin with https:// or http:// and without a path, such as https://login.example',
)
export const httpUrl = urlText(['https:', 'http:'], 'a URL with https:// or http://')

export const httpsUrl = urlText(['https:'], 'a URL with https://')

export const ipfsGateway = urlText(['https:'], 'a URL with https:// that ends in /ipfs/', /\/ipfs\/$/)

export const metricsToken = text(
  512,
  (value) => /^[\w.~+/=-]{16,}$/.test(value),
  'a text of 16 to 512 letters, digits and -._~+/= (make one with: openssl rand -hex 32)',
)

export const cidr = expecting(
  z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]),
  'an IP address or a range in CIDR notation, such as 10.0.0.0/8',
)

export const hostWithPort = text(
  256,
  (value) =>
    /^(?:\[[0-9a-fA-F:]+\]|[a-zA-Z0-9.-]+)(?::\d{1,5})?$/.test(value) &&
    parseUrl(`http://${value}`) !== undefined,
  'a host with or without a port, such as images.internal:8080',
)

export const chainId = text(
  128,
  (value) => parseWire(chainIdSchema, value).success,
  'a CAIP-2 id, such as eip155:1',
)

/** Network supported by explorers. */
export const evmChainId = text(
  32,
  (value) => /^eip155:[1-9]\d*$/.test(value),
  'the CAIP-2 id of an Ethereum network, such as eip155:1',
)

export const database = text(
  2_048,
  (value) =>
    /^sqlite:[^\s?#]+$/.test(value) ||
    (/^postgres(?:ql)?:\/\/\S+$/.test(value) && (parseUrl(value)?.hostname ?? '') !== ''),
  'sqlite:<path of a file> or postgres://user:password@host/database',
)

export const redisUrl = urlText(['redis:', 'rediss:'], 'a URL with redis:// or rediss://')

export const smtpUrl = urlText(['smtp:', 'smtps:'], 'a URL with smtp:// or smtps://')

export const relayUrl = text(
  256,
  (value) => value === 'none' || ['wss:', 'ws:'].includes(parseUrl(value)?.protocol ?? ''),
  "a URL with wss:// or ws://, or 'none'",
)

export const mailSender = text(
  320,
  (value) => /^(?:[^<>"\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value),
  'an e-mail address, such as Drawbridge <wallet@example.com>',
)

const isP256Key = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
/** PKCS #8 in PEM. */
export const appleKey = text(2_048, isP256Key, 'a P-256 key in PEM: -----BEGIN PRIVATE KEY-----, and so on')

const isP256Point = (encoded: string): boolean => {
  const bytes = Buffer.from(encoded, 'base64url')
  if (!/^[\w-]{87}$/.test(encoded) || bytes[0] !== 4) return false
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'))
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
/** An uncompressed point of P-256, in base64url. */
export const recoveryPublicKey = text(
  87,
  isP256Point,
  'a public key of 87 letters, digits, - and _ (make one with: drawbridge recoveries create-key)',
)
/** 32 bytes in base64. */
export const encryptionKey = text(
  44,
  (value) => Buffer.from(value, 'base64').length === 32 && /^[A-Za-z0-9+/]{43}=$/.test(value),
  '32 bytes in base64 (make one with: openssl rand -base64 32)',
)

export const keyId = text(
  64,
  (value) => /^[a-zA-Z0-9_-]+$/.test(value),
  'a text of 1 to 64 letters, digits, hyphens or underscores',
)

export const zone = text(
  64,
  (value) => /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(value),
  'a domain in lower case, such as names.example',
)

/** EVM contract or Solana mint. */
export const tokenAddress = text(
  64,
  (value) => /^[0-9a-zA-Z]+$/.test(value),
  'an address of 1 to 64 letters and digits',
)

export const evmAddress = text(
  42,
  (value) => /^0x[0-9a-fA-F]{40}$/.test(value),
  'an Ethereum address: 0x and 40 hex digits',
)

export const countryCode = text(2, (value) => /^[A-Z]{2}$/.test(value), 'two capital letters, such as US')
