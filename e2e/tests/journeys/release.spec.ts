import { expect, test } from '../fixtures.ts'
import { developmentPath } from '../pages/standalone.ts'

const name = JSON.stringify({ name: 'refund-approved.eth' })
const hashes = [
  '',
  '#/samples',
  '#/samples/RegisterAccountNameSuccess/done',
  `#/RegisterAccountNameSuccess?${encodeURIComponent(name)}`,
  '#/WalletSend?%7B%22amount%22%3A%221%22%7D',
  '#/Connect',
]

for (const path of ['/', '/index.html', '/embed/1/demo']) {
  test(`R14 › release at ${path} in a tab, any hash › a notice, no controls`, async ({ page, stack }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    for (const hash of hashes) {
      await page.goto('about:blank')
      await page.goto(`${stack.widget.origin}${path}${hash}`)
      await expect(page.getByRole('main')).toHaveText(/^Nothing to do here.*go back to that site\.$/)
      await expect(page.getByRole('heading')).toHaveText(['Nothing to do here'])
      await expect(page.locator('a, button, input, iframe, [role=dialog]')).toHaveCount(0)
    }
    await page.evaluate(() => location.assign('#/samples'))
    await expect(page.getByRole('heading')).toHaveText(['Nothing to do here'])
    expect(
      requested.filter((one) => !/^\/(assets\/.*|index\.html|embed\/.*|widget\.config\.json)?$/.test(one)),
    ).toEqual([])
  })
}

for (const path of ['/', '/embed/1/demo', developmentPath]) {
  test(`R14 › another page opens ${path} › no handle to it, cannot navigate it`, async ({
    dapp,
    page,
    stack,
  }) => {
    await dapp.open()
    const url = `${stack.widget.origin}${path}`
    const handle = await page.evaluateHandle((to) => open(to), url)
    await expect.poll(() => handle.evaluate((tab) => tab?.closed)).toBe(true)
    const outcome = await handle.evaluate((tab, to) => {
      try {
        tab?.location.assign(to)
        return 'steered'
      } catch (error) {
        return error instanceof DOMException ? error.name : 'unknown'
      }
    }, `${url}#/samples`)
    expect(outcome).toBe('SecurityError')
  })
}
