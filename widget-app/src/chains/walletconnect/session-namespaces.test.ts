import { describe, expect, test } from 'vitest'
import { parseNamespaces, parseSession } from './session-namespaces.ts'

const address = `0x${'1'.repeat(40)}`
const other = `0x${'2'.repeat(40)}`
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const solanaAddress = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

const session = (namespaces: unknown, optionalNamespaces: unknown, requiredNamespaces: unknown = {}) =>
  parseSession({
    topic: 'a'.repeat(64),
    namespaces,
    requiredNamespaces,
    optionalNamespaces,
    peer: { metadata: { name: 'Wallet' } },
  })

/** The usable part of a response to a proposal of Ethereum and Base. */
function usableNamespaces(namespaces: unknown, acceptedSwitches: readonly string[] = []) {
  const read = session(namespaces, {
    eip155: {
      chains: ['eip155:1', 'eip155:8453'],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: [],
    },
  })
  return read && Object.fromEntries(parseNamespaces(read.rawNamespaces, read.proposed, acceptedSwitches))
}

const approve = (accounts: readonly unknown[], methods: unknown = ['personal_sign']) => ({
  eip155: { accounts, methods, events: [] },
})

describe('response to a proposal', () => {
  test.each([
    ['an account on a chain that was not proposed', [`eip155:1:${address}`, `eip155:137:${address}`]],
    ['an account of another namespace', [`eip155:1:${address}`, `${solana}:${solanaAddress}`]],
    ['an account without a chain', [`eip155:1:${address}`, address]],
    ['a chain that is none', [`eip155:1:${address}`, `eip155:0x1:${other}`, `eip155::${other}`]],
    [
      'an address that is none',
      [`eip155:1:${address}`, 'eip155:1:0x12', `eip155:1:${address}ff`, 'eip155:1:'],
    ],
    ['an account twice', [`eip155:1:${address}`, `eip155:1:${address}`]],
  ])('%s › omitted', (_what, accounts) => {
    expect(usableNamespaces(approve(accounts))).toEqual({
      eip155: {
        accounts: [{ chain: 'eip155:1', address }],
        chains: ['eip155:1'],
        methods: ['personal_sign'],
      },
    })
  })

  test('methods that were not proposed › omitted', () => {
    expect(
      usableNamespaces(approve([`eip155:1:${address}`], ['eth_sign', 'personal_sign', 'wallet_snap']))
        ?.eip155,
    ).toMatchObject({
      methods: ['personal_sign'],
    })
  })

  test.each([
    [
      'namespaces that were not proposed',
      { solana: { accounts: [`${solana}:${solanaAddress}`], methods: ['x'] } },
    ],
    ['accounts on other chains alone', approve([`eip155:137:${address}`])],
    ['accounts that are no list', { eip155: { accounts: 'all', methods: [] } }],
    ['methods that are no list', approve([`eip155:1:${address}`], 'all')],
    [
      'a key of a chain that was not proposed',
      { 'eip155:137': { accounts: [`eip155:137:${address}`], methods: [] } },
    ],
    [
      'a key of one chain with an account on another',
      { 'eip155:8453': { accounts: [`eip155:1:${address}`] } },
    ],
  ])('%s › nothing is used', (_what, namespaces) => {
    expect(usableNamespaces(namespaces)).toEqual({})
  })

  test('many accounts on chains that were not proposed › only the proposed is used', () => {
    const surplus = Array.from({ length: 300 }, (_, at) => `eip155:${at + 9_000}:${address}`)
    expect(usableNamespaces(approve([...surplus, `eip155:1:${address}`]))?.eip155).toMatchObject({
      chains: ['eip155:1'],
    })
  })

  test('chain that the wallet accepted a switch to › used once it has an account', () => {
    const both = approve([`eip155:1:${address}`, `eip155:137:${address}`])
    expect(usableNamespaces(both, ['eip155:137'])?.eip155).toMatchObject({
      chains: ['eip155:1', 'eip155:137'],
    })
    expect(usableNamespaces(approve([`eip155:1:${address}`]), ['eip155:137'])?.eip155).toMatchObject({
      chains: ['eip155:1'],
    })
  })

  test.each([[{}], [undefined], ['all'], [{ eip155: { chains: ['eip155:1'] } }]])(
    'unreadable proposal (%j) › nothing is used',
    (proposal) => {
      const read = session(approve([`eip155:1:${address}`]), proposal)
      expect(read && parseNamespaces(read.rawNamespaces, read.proposed).size).toBe(0)
    },
  )

  test('required namespaces and keys of one chain › count as proposed', () => {
    const read = session(
      approve([`eip155:1:${address}`, `eip155:10:${other}`]),
      { 'eip155:10': { methods: [] } },
      { eip155: { chains: ['eip155:1'], methods: ['personal_sign'] } },
    )
    expect(read && parseNamespaces(read.rawNamespaces, read.proposed).get('eip155')).toMatchObject({
      chains: ['eip155:1', 'eip155:10'],
      methods: ['personal_sign'],
    })
  })
})

describe('incomplete wallet metadata', () => {
  const of = (peer: unknown) =>
    parseSession({
      topic: 'a'.repeat(64),
      namespaces: {},
      requiredNamespaces: {},
      optionalNamespaces: {},
      peer,
    })?.peer

  test.each<[string, unknown, object]>([
    ['no metadata', {}, { name: 'WalletConnect', url: '' }],
    ['null as its metadata', { metadata: null }, { name: 'WalletConnect' }],
    ['no name', { metadata: { url: 'https://wallet.example/' } }, { name: 'wallet.example' }],
    ['a name that is no text', { metadata: { name: 7, url: null } }, { name: 'WalletConnect', url: '' }],
    ['an address that is none', { metadata: { name: 'Trellis', url: 'wallet' } }, { name: 'Trellis' }],
    [
      'a link that is no text',
      { metadata: { name: 'Trellis', redirect: { native: 'trellis://', universal: null } } },
      { name: 'Trellis', links: ['trellis://'] },
    ],
  ])('%s › still a session', (_what, peer, read) => {
    expect(of(peer)).toMatchObject(read)
  })
})
