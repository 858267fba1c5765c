import { describe, expect, it } from 'vitest'
import { fromCustomWallet } from './catalogue-wallet.ts'
import { matchSessionWallet } from './match-session-wallet.ts'

const gull = {
  ...fromCustomWallet({ id: 'gull', name: 'Gull Wallet', rdns: 'test.gull', mobile_link: 'rainbow:' }),
  imageUrl: '/gull.png',
}
const plain = fromCustomWallet({ id: 'tern', name: 'Tern' })
const tern = { ...plain, links: { ...plain.links, universal: 'https://tern.test/app/' } }

describe('matchSessionWallet', () => {
  it.each([
    [
      'gull',
      'Gull',
      'the chosen one, whose name fits',
      { rdns: 'test.gull', icon: '/gull.png', app: 'rainbow://' },
    ],
    ['gull', 'Tern', 'another one scanned the code', { app: 'https://tern.test/app/' }],
    [
      undefined,
      'gull wallet',
      'one of that very name',
      { rdns: 'test.gull', icon: '/gull.png', app: 'rainbow://' },
    ],
    ['gull', 'Petrel', 'a wallet outside the catalogue', { app: 'trust://' }],
  ])('selected %s, paired %s › %s', (walletId, name, _, expected) => {
    const peer = { name, links: ['javascript://x', 'trust://'] }
    expect(matchSessionWallet([gull, tern], peer, walletId)).toEqual({
      rdns: undefined,
      icon: undefined,
      ...expected,
    })
  })
})
