import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { alertsAtom } from '#widget/kernel/notices.ts'
import { testAdapter, testWallet, testWorld } from '#widget/kernel/test-world.ts'
import { bridgeCommands } from './bridge-commands.ts'

const walletId = 'ethereum:io.metamask'

function host() {
  const adapter = testAdapter()
  const world = testWorld({ wallets: [testWallet()], adapter })
  const commands = bridgeCommands(world.store)
  const { signal } = new AbortController()
  return { ...world, adapter, commands, connect: (id: string) => commands.connectWallet(id, signal) }
}

describe('bridgeCommands', () => {
  it('behavior: a page connects and disconnects a wallet by its id', async () => {
    const { adapter, commands, connect } = host()
    await connect(walletId)
    await commands.disconnect({ walletId })
    expect(adapter.calls).toEqual([`connect ${walletId}`, `disconnect ${walletId}`])
  })

  it('error: a wallet that is connected is not connected again', async () => {
    const { adapter, connect } = host()
    await connect(walletId)
    await expect(connect(walletId)).rejects.toMatchObject({
      code: 'wallet/already-connected',
      message: `Extension ${walletId} already connected`,
    })
    expect(adapter.calls).toHaveLength(1)
  })

  it('error: a wallet that is not connected is not disconnected', async () => {
    const { commands } = host()
    await expect(commands.disconnect({ walletId: 'polkadot:talisman' })).rejects.toMatchObject({
      code: 'wallet/not-connected',
      message: 'Extension polkadot:talisman is not connected',
    })
    await expect(commands.disconnect({})).resolves.toBeUndefined()
  })

  it('error: a wallet that the page does not have is unavailable, once it had time to announce itself', async () => {
    const { clock, connect } = host()
    const attempt = connect('polkadot:talisman').catch((thrown: unknown) => thrown)
    await clock.advance(2_000)
    expect(await attempt).toMatchObject({ code: 'wallet/not-found', message: 'Unavailable extension' })
  })

  it.each([
    ['', 'Missing walletId'],
    ['cosmos:keplr', 'Invalid platform'],
    ['talisman', 'Invalid platform'],
  ])('error: the wallet id %j is refused with %s', async (id, message) => {
    const { commands, connect } = host()
    await expect(connect(id)).rejects.toThrow(message)
    await expect(commands.disconnect({ walletId: id })).rejects.toThrow(message)
  })

  it('error: a network that is none of the site is the alert APKT001', async () => {
    const { commands, store } = host()
    const { signal } = new AbortController()
    await expect(commands.switchNetwork(parseChainId('eip155:5'), signal)).rejects.toMatchObject({
      code: 'APKT001',
      message: 'Network Not Found',
    })
    expect(store.get(alertsAtom)).toEqual([
      { code: 'APKT001', text: 'Network Not Found', detail: 'eip155:5' },
    ])
  })
})
