import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { randomAddress } from '../random-address.ts'
import { widgetFrame } from './frames.ts'

test.use(reducedMotion)

/** Records violated directives of the content security policy in every document. */
const recordViolations = (page: Page) =>
  page.addInitScript(() => {
    const violations: string[] = []
    Object.defineProperty(globalThis, 'violations', { value: violations })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      violations.push(`${effectiveDirective} ${blockedURI}`),
    )
  })

async function violationsOf(page: Page): Promise<readonly string[]> {
  const lists = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => Reflect.get(window, 'violations'))),
  )
  return lists.flat()
}

for (const path of ['/', '/strict.html']) {
  const pageKind = path === '/' ? 'an ordinary page' : "a page whose own policy is default-src 'none'"
  // A page without a policy allows everything that the strict one allows, so it runs in the long run only.
  const tag = path === '/' ? '@long' : []
  test(`whole flow under ${pageKind} › no CSP violation, Trusted Types on (test 37, 38)`, {
    tag,
  }, async ({ dapp, page }) => {
    await recordViolations(page)
    await dapp.open({ path })
    await dapp.connect()
    await dapp.waitForPointer()
    await dapp.wallet().script({ mode: 'approve' })
    const widget = await dapp.openView({ view: 'WalletSend' })
    await widget.fillSend({ token: 'USDC', amount: '1', to: randomAddress() })
    await widget.button('Send in Harbour Wallet').click()
    await widget.announces('Confirmed')
    await widget.back.click()
    await widget.shows('Account')
    await widget.close.click()
    await dapp.waitForPointer()
    await dapp.openView({ view: 'Networks' })
    await widget.clickRow('Base')
    await expect.poll(async () => (await dapp.state()).chains).toEqual(['eip155:8453'])
    await page.evaluate(() => window.bridge.disconnect())
    await page.evaluate(() => window.bridge.closeModal())
    await dapp.waitForPointer()
    const reopened = await dapp.openModal()
    await reopened.root.getByRole('button', { name: /^All wallets/ }).click()
    await reopened.shows('All wallets')
    await expect(reopened.root.getByRole('listitem').first()).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  })
}

test('eval, inline, cross-origin › CSP violations, HTML sinks throw (test 37, 38)', async ({
  dapp,
  page,
  browserErrors,
  world,
}) => {
  browserErrors.expect(/Content Security Policy|TrustedHTML|TrustedScript|Refused|violates/i)
  await recordViolations(page)
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.shows('Connect wallet')
  const frame = await widgetFrame(page)
  const names = await frame.evaluate(async (evil) => {
    const nameOf = (work: () => unknown) => {
      try {
        work()
        return 'done'
      } catch (error) {
        return Object(error).name
      }
    }
    const element = document.createElement('div')
    const inner = document.createElement('iframe')
    const script = document.createElement('script')
    // Evaluate in a task of the page: the debugger may evaluate text, also with this policy.
    const { port1, port2 } = new MessageChannel()
    const evaluated = new Promise((resolve) => {
      port1.onmessage = () => resolve(nameOf(() => Reflect.construct(Function, ['return 1'])()))
    })
    port2.postMessage(0)
    return {
      eval: await evaluated,
      innerHTML: nameOf(() => {
        element.innerHTML = '<b>x</b>'
      }),
      insertAdjacentHTML: nameOf(() => element.insertAdjacentHTML('beforeend', '<b>x</b>')),
      srcdoc: nameOf(() => {
        inner.srcdoc = '<script>parent.hacked = 1</script>'
      }),
      scriptText: nameOf(() => {
        script.text = 'globalThis.hacked = 1'
      }),
      scriptSource: nameOf(() => {
        script.src = `${evil}/sdk/bundle.js`
      }),
      handler: nameOf(() => element.setAttribute('onclick', 'globalThis.hacked = 1')),
      policy: nameOf(() => {
        const types: unknown = Reflect.get(window, 'trustedTypes')
        const create: unknown = Reflect.get(Object(types), 'createPolicy')
        if (typeof create === 'function') Reflect.apply(create, types, ['default', { createHTML: String }])
      }),
    }
  }, world.stack.evil.origin)
  expect(names).toEqual({
    eval: expect.stringMatching(/^(EvalError|TypeError)$/),
    innerHTML: 'TypeError',
    insertAdjacentHTML: 'TypeError',
    srcdoc: 'TypeError',
    scriptText: 'TypeError',
    scriptSource: 'TypeError',
    handler: 'TypeError',
    policy: 'TypeError',
  })

  await frame.evaluate(async (evil) => {
    await fetch(`${evil}/health`).catch(() => {})
    await new Promise((resolve) => {
      const socket = new WebSocket(evil.replace('http', 'ws'))
      socket.onerror = resolve
    }).catch(() => {})
    const inner = document.createElement('iframe')
    inner.src = `${evil}/raw.html`
    const image = document.createElement('img')
    image.src = `${evil}/icon.svg`
    const style = document.createElement('style')
    style.append('body { color: red }')
    document.body.append(inner, image, style)
  }, world.stack.evil.origin)
  const violationPrefixes = async () =>
    (await violationsOf(page)).map((line) => line.replace(/^(\S+) (\S{0,20}).*/, '$1 $2'))
  await expect
    .poll(violationPrefixes)
    .toEqual(
      expect.arrayContaining([
        'connect-src http://evil.localhos',
        'connect-src ws://evil.localhost:',
        'frame-src http://evil.localhos',
        'img-src http://evil.localhos',
        'style-src-elem inline',
      ]),
    )
  expect(await frame.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
})
