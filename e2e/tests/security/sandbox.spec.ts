import { expect, test } from '../fixtures.ts'
import { partitionedStorage } from '../launch.ts'
import { widgetFrame } from './frames.ts'

// Fake devices: without a camera and a microphone there is nothing to deny.
const { args = [], ...launch } = partitionedStorage()
test.use({ launchOptions: { ...launch, args: [...args, '--use-fake-device-for-media-stream'] } })

// Popups, the clipboard, WebAuthn and the camera for scanning are allowed. The camera is denied where the page does not
// delegate it.
test('sandbox › top navigation throws, microphone denied, popups allowed (test 48)', async ({
  context,
  dapp,
  page,
  browserErrors,
  world,
}) => {
  browserErrors.expect(
    /Unsafe attempt to initiate navigation|frame attempting navigation/,
    /Permissions policy violation|permission/i,
  )
  await context.grantPermissions(['camera', 'microphone', 'clipboard-write'])
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.title.click()
  const frame = await widgetFrame(page)
  const before = page.url()
  const errors = await frame.evaluate(async (evil) => {
    const nameOf = async (work: () => unknown) => {
      try {
        return String((await work()) ?? 'done')
      } catch (error) {
        return Object(error).name
      }
    }
    return {
      assign: await nameOf(() => top?.location.assign(evil)),
      href: await nameOf(() => {
        if (top) top.location.href = evil
      }),
      replace: await nameOf(() => top?.location.replace(evil)),
      document: await nameOf(() => top?.document.title),
      camera: await nameOf(async () => {
        const stream = await navigator.mediaDevices.getUserMedia({ video: true })
        for (const track of stream.getTracks()) track.stop()
      }),
      microphone: await nameOf(() => navigator.mediaDevices.getUserMedia({ audio: true })),
      clipboard: await nameOf(() => navigator.clipboard.writeText('0x01')),
    }
  }, world.stack.evil.origin)
  expect(errors).toEqual({
    assign: 'SecurityError',
    href: 'SecurityError',
    replace: 'SecurityError',
    document: 'SecurityError',
    camera: 'done',
    microphone: 'NotAllowedError',
    clipboard: 'done',
  })
  expect(page.url()).toBe(before)

  const features = await frame.evaluate(() => {
    const policy: unknown = Reflect.get(document, 'featurePolicy')
    const allows: unknown = Reflect.get(Object(policy), 'allowsFeature')
    if (typeof allows !== 'function') return undefined
    const names = [
      'publickey-credentials-get',
      'publickey-credentials-create',
      'clipboard-write',
      'clipboard-read',
      'camera',
      'microphone',
      'geolocation',
      'usb',
      'serial',
      'hid',
    ]
    return Object.fromEntries(names.map((name) => [name, Reflect.apply(allows, policy, [name])]))
  })
  expect(features).toEqual({
    'publickey-credentials-get': true,
    'publickey-credentials-create': true,
    'clipboard-write': true,
    'clipboard-read': false,
    camera: true,
    microphone: false,
    geolocation: false,
    usb: false,
    serial: false,
    hid: false,
  })

  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    frame.evaluate((site) => {
      open(`${site}/bare.html`, '_blank', 'noopener')
    }, world.stack.dapp.origin),
  ])
  // The popup escapes the sandbox and has the rights of a tab.
  expect(await popup.evaluate(() => [window.opener, typeof localStorage.length])).toEqual([null, 'number'])

  // A frame of the same origin has no camera unless the page delegates it.
  await page.evaluate((src) => {
    const bare = document.createElement('iframe')
    Object.assign(bare, { name: 'bare', src })
    document.body.append(bare)
  }, `${world.stack.widget.origin}/widget.config.json`)
  await expect.poll(() => page.frame('bare')?.url()).toContain('/widget.config.json')
  const camera = page.frame('bare')?.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'done',
      ({ name }) => name,
    ),
  )
  expect(await camera).toBe('NotAllowedError')
})
