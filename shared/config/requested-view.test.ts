import { describe, expect, it } from 'vitest'
import { parseWire } from '../wire-schema.ts'
import { openRequestSchema } from './requested-view.ts'

const topic = '0f'.repeat(32)
const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${topic}&expiryTimestamp=1767225900`
const accepts = (value: unknown) => parseWire(openRequestSchema, { uri: value }).success

describe('pairing URI of the host', () => {
  it.each([
    uri,
    `${uri}&methods=${encodeURIComponent('[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]')}`,
    `${uri}&${'x'.repeat(800)}`,
  ])('%s › accepted', (value) => {
    expect(accepts(value)).toBe(true)
  })

  it.each([
    ['another scheme', uri.replace('wc:', 'https:')],
    ['a script', `javascript:alert(1)//${uri}`],
    ['something before it', ` ${uri}`],
    ['version 1', uri.replace('@2', '@1')],
    ['a short topic', uri.replace(topic, '0f')],
    ['white space', `${uri} x`],
    ['a line break', `${uri}\n`],
    ['more than a code can hold', `${uri}&${'x'.repeat(951)}`],
    ['no text', 7],
    ['an empty text', ''],
  ])('%s › rejected', (_, value) => {
    expect(accepts(value)).toBe(false)
  })
})
