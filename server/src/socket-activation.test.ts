import { expect, it } from 'vitest'
import { passedSocket } from './socket-activation.ts'

it('no variables of systemd › undefined', () => {
  expect(passedSocket({}, 7)).toBeUndefined()
  expect(passedSocket({ LISTEN_PID: '7' }, 7)).toBeUndefined()
})

it('variables for another process › undefined', () => {
  expect(passedSocket({ LISTEN_PID: '6', LISTEN_FDS: '1' }, 7)).toBeUndefined()
})

it('one socket for this process › descriptor 3', () => {
  expect(passedSocket({ LISTEN_PID: '7', LISTEN_FDS: '1' }, 7)).toBe(3)
})

it.each(['0', '2', 'one'])('LISTEN_FDS=%s › error about the number', (count) => {
  expect(() => passedSocket({ LISTEN_PID: '7', LISTEN_FDS: count }, 7)).toThrow(/one ListenStream/)
})
