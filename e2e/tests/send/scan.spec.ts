import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { partitionedStorage } from '../launch.ts'
import { widgetFrame } from '../security/frames.ts'

test.use(reducedMotion)

const to = '0x52908400098527886E0F7030069857D2E4169EE7'
const videoPath = join(tmpdir(), `drawbridge-scan-${process.pid}.y4m`)

/** A frame with a QR code, 640 × 480, as raw video (YUV4MPEG2), which Chromium's fake camera repeats. */
function qrCodeVideo(text: string): Buffer {
  const [width, height, scale] = [640, 480, 8]
  const rows = encode(text, { ecc: 'M', border: 4 }).data
  const light = Buffer.alloc(width * height, 235)
  const [left, top] = [width, height].map((side) => Math.floor((side - rows.length * scale) / 2))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const row = rows[Math.floor((y - (top ?? 0)) / scale)]
      if (row?.[Math.floor((x - (left ?? 0)) / scale)] === true) light[y * width + x] = 16
    }
  const colour = Buffer.alloc((width * height) / 2, 128)
  const head = `YUV4MPEG2 W${width} H${height} F15:1 Ip A1:1 C420jpeg\nFRAME\n`
  return Buffer.concat([Buffer.from(head), light, colour])
}

writeFileSync(videoPath, qrCodeVideo(`ethereum:${to}@1?value=2.5e17`))
test.afterAll(() => rmSync(videoPath, { force: true }))

const { args = [], ...launch } = partitionedStorage()
const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${videoPath}`]
test.use({ launchOptions: { ...launch, args: [...args, ...camera] } })

test('scan › camera denied, then allowed › reported; link fills the form, camera off', async ({
  context,
  dapp,
  page,
}) => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    if (!mediaDevices) return
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      Reflect.set(window, 'filmed', stream)
      return stream
    }
  })
  // From here on every permission that is not granted is denied.
  await context.grantPermissions(['clipboard-write'])
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.button('Scan').click()
  await widget.shows('Scan QR code')
  await widget.alerts('Camera access is blocked.')

  const readers: string[] = []
  page.on('worker', (worker) => void readers.push(worker.url()))
  await context.grantPermissions(['camera'])
  await widget.button('Try again').click()
  await widget.shows('Send')
  await widget.announces('Filled in from a payment link')
  await expect(widget.field('To')).toHaveValue(to)
  await expect(widget.field('Amount')).toHaveValue('0.25')
  await expect(widget.button('Review')).toBeEnabled()
  const states = (await widgetFrame(page)).evaluate(() => {
    const tracks: readonly MediaStreamTrack[] = Object(Reflect.get(window, 'filmed')).getTracks()
    return tracks.map(({ readyState }) => readyState)
  })
  expect(await states).toEqual(['ended'])
  // One worker decoded the codes; it is terminated as well.
  expect(readers).toEqual([expect.stringContaining('/code-worker-')])
  await expect.poll(() => page.workers()).toEqual([])
})
