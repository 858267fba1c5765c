import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

test('Array.prototype.toJSON, reactive objects › connect, read › as with plain data', async ({
  dapp,
  page,
  testAccounts,
}) => {
  await page.addInitScript(() => {
    if (window !== window.top) return
    // As Prototype.js up to 1.6 does.
    Object.defineProperty(Array.prototype, 'toJSON', { configurable: true, value: () => '[text]' })
  })
  // The test wallets of this page call their chain in a worker, which no library of the page affects.
  await dapp.open({ path: '/strict.html' })
  await dapp.connect()
  const { address } = testAccounts.harbour[0]
  expect(await dapp.account()).toBe(address)
  const balances = await page.evaluate(async (account) => {
    // As Vue's `reactive` does.
    const reactive = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get: (target, key, receiver) => {
          const member: unknown = Reflect.get(target, key, receiver)
          return typeof member === 'object' && member !== null ? reactive(member) : member
        },
      })
    const call = { method: 'eth_getBalance', params: [account, 'latest'] }
    const sendRequest = (args: typeof call) => window.bridge.ethereum.request(args)
    return [await sendRequest(reactive(call)), await sendRequest(Object.freeze(call))]
  }, address)
  expect(balances).toEqual([expect.stringMatching(/^0x[\da-f]+$/), balances[0]])
  const frame = await page.evaluate(async (account) => {
    const element = document.createElement('iframe')
    document.body.append(element)
    const other: unknown = Reflect.get(element.contentWindow ?? window, 'Array')
    const params = typeof other === 'function' ? Reflect.construct(other, [account, 'latest']) : []
    return window.bridge.ethereum.request({ method: 'eth_getBalance', params })
  }, address)
  expect(frame).toBe(balances[0])
})
