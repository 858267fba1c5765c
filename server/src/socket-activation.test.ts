import { expect, it } from 'vitest'
import { activatedSocket } from './socket-activation.ts'

it('no variables of systemd › undefined', () => {
  expect(activatedSocket({}, 7)).toBeUndefined()
  expect(activatedSocket({ LISTEN_PID: '7' }, 7)).toBeUndefined()
})

it('variables for another process › undefined', () => {
  expect(activatedSocket({ LISTEN_PID: '6', LISTEN_FDS: '1' }, 7)).toBeUndefined()
})

it('one socket for this process › descriptor 3', () => {
  expect(activatedSocket({ LISTEN_PID: '7', LISTEN_FDS: '1' }, 7)).toBe(3)
})

it.each(['0', '2', 'one'])('LISTEN_FDS=%s › error about the number', (count) => {
  expect(() => activatedSocket({ LISTEN_PID: '7', LISTEN_FDS: count }, 7)).toThrow(/one ListenStream/)
})
