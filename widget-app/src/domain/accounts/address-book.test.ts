import { describe, expect, it } from 'vitest'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { alice, bob, testWorld } from '#widget/testing/world.ts'
import { addressBookAtom, bookNameLimit, forgetAddressAtom, nameAddressAtom } from './address-book.ts'

const names = (world: ReturnType<typeof testWorld>) =>
  world.store.get(addressBookAtom).map((entry) => (entry.is === 'named' ? entry.name : undefined))

describe('addressBookAtom', () => {
  it('behavior: a name is kept clean, replaces the one before, and makes the address a known one', () => {
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
  ])('address book › name of %s › is not cut and changes nothing', (_, long) => {
    const world = testWorld()
    world.store.set(nameAddressAtom, 'eip155', alice, 'Shop')
    world.store.set(nameAddressAtom, 'eip155', alice, long)
    expect(names(world)).toEqual(['Shop'])
  })

  it('error: two addresses do not get one name, whatever its case', () => {
    const world = testWorld()
    world.store.set(nameAddressAtom, 'eip155', alice, 'Shop')
    world.store.set(nameAddressAtom, 'eip155', bob, 'sHOP')
    expect(names(world)).toEqual(['Shop'])
  })

  it('behavior: a forgotten address has no name, and its name is free', () => {
    const world = testWorld()
    world.store.set(nameAddressAtom, 'eip155', alice, 'Shop')
    world.store.set(forgetAddressAtom, 'eip155', alice.toUpperCase().replace('0X', '0x'))
    world.store.set(nameAddressAtom, 'eip155', bob, 'Shop')
    expect(names(world)).toEqual(['Shop', undefined])
    expect(world.store.get(knownAddressesAtom('eip155'))).toEqual([bob])
  })

  it('error: what is stored and is no address book counts as none, and is told once', async () => {
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
