import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { Camera, RunningCamera } from '#widget/lib/camera/camera.ts'
import type { Fixture, States } from '#widget/testing/fixture.ts'
import { cameraAtom } from '../atoms/scanned-recipient.ts'
import { lazyOptions, never } from './fixture-builders.tsx'
import { openSend, sendOptions } from './send-world.ts'

/** A camera with a picture of one colour, without a permission prompt. */
const runningCamera: RunningCamera = {
  attachTo: async (video) => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#55606e'
    context?.fillRect(0, 0, canvas.width, canvas.height)
    video.srcObject = canvas.captureStream()
    video.play().catch(() => {})
  },
  onEnded: () => {},
  stop: () => {},
}

const scan = (state: string, camera: Partial<Camera>): Fixture<ViewOf<'WalletSendScan'>> => ({
  view: { name: 'WalletSendScan' },
  state,
  options: sendOptions({}, lazyOptions),
  before: (world) => {
    world.store.set(cameraAtom, {
      canRequest: () => true,
      open: async () => runningCamera,
      reader: async () => async () => undefined,
      ...camera,
    })
    openSend(world)
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSendScan' } })
  },
})

const rejected = (name: string): Partial<Camera> => ({
  open: () => Promise.reject(new DOMException('No', name)),
})

/** Every state of the camera view. Test only. */
export const scanStates: States<'WalletSendScan'> = [
  scan('scanning', {}),
  scan('requesting camera access', { open: never }),
  scan('unrelated code', { reader: async () => async () => 'https://shop.example' }),
  scan('blocked by the site', { canRequest: () => false }),
  scan('denied', rejected('NotAllowedError')),
  scan('no camera', rejected('NotFoundError')),
  scan('camera in use', rejected('NotReadableError')),
  scan('turned off', { open: async () => ({ ...runningCamera, onEnded: (run) => run() }) }),
  scan('no reader', { reader: () => Promise.reject(new TypeError('Failed to fetch')) }),
  scan('failed', rejected('UnknownError')),
]
