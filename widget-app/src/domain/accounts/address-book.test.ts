import { describe, expect, it } from 'vitest'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { alice, bob, testWorld } from '#widget/testing/world.ts'
import { addressBookAtom, bookNameLimit, forgetAddressAtom, nameAddressAtom } from './address-book.ts'

const names = (world: ReturnType<typeof testWorld>) =>
  world.store.get(addressBookAtom).map((entry) => (entry.is === 'named' ? entry.name : undefined))

describe('addressBookAtom', () => {
  it('new name › is sanitized, replaces the former one, and makes the address known', () => {
    const world = testWorld()
    const { store } = world
    store.set(nameAddressAtom, 'eip155', alice, ' The\u202e  shop ')
    store.set(nameAddressAtom, 'eip155', alice, `x${'\u200b'.repeat(50)}${'é'.repeat(bookNameLimit - 1)}`)
    store.set(nameAddressAtom, 'eip155', bob, '\u200b')
    expect(names(world)).toEqual([`x${'é'.repeat(bookNameLimit - 1)}`])
    expect(store.get(knownAddressesAtom('eip155'))).toEqual([alice])
    expect(store.get(knownAddressesAtom('solana'))).toEqual([])
  })

  it.each([
    ['41 letters', 'x'.repeat(bookNameLimit + 1)],
    ['41 pictures', '🦭'.repeat(bookNameLimit + 1)],
    ['many invisible characters', `a${'\u200b'.repeat(2_000)}b`],
  ])('name of %s › is not cut and changes nothing', (_, long) => {
    const world = testWorld()
    world.store.set(nameAddressAtom, 'eip155', alice, 'Shop')
    world.store.set(nameAddressAtom, 'eip155', alice, long)
    expect(names(world)).toEqual(['Shop'])
  })

  it('name of another address in any case › is not set', () => {
    const world = testWorld()
    world.store.set(nameAddressAtom, 'eip155', alice, 'Shop')
    world.store.set(nameAddressAtom, 'eip155', bob, 'sHOP')
    expect(names(world)).toEqual(['Shop'])
  })

  it('forgotten address › has no name, and its name is free', () => {
    const world = testWorld()
    world.store.set(nameAddressAtom, 'eip155', alice, 'Shop')
    world.store.set(forgetAddressAtom, 'eip155', alice.toUpperCase().replace('0X', '0x'))
    world.store.set(nameAddressAtom, 'eip155', bob, 'Shop')
    expect(names(world)).toEqual(['Shop', undefined])
    expect(world.store.get(knownAddressesAtom('eip155'))).toEqual([bob])
  })

  it('malformed stored record › is empty, reported once', async () => {
    const world = testWorld()
    world.store.set(nameAddressAtom, 'eip155', alice, 'Shop')
    const key = 'drawbridge/address-book/https://shop.example|demo'
    expect(world.storage.get(key)).toContain('Shop')
    const broken = testWorld({ storage: world.storage })
    world.storage.set(
      key,
      '{"v":1,"at":0,"data":[{"is":"named","namespace":"eip155","address":"","name":1}]}',
    )
    expect(names(broken)).toEqual([])
    await Promise.resolve()
    expect(broken.logs).toEqual([`storage/invalid ${key}`])
  })
})
