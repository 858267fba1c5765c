import { describe, expect, it } from 'vitest'
import { isRegistering, nextRegisterState, type RegisterEvent, type RegisterState } from './model.ts'

const attempt = { name: 'anna.reown.id', message: '{}' }
const failure = { is: 'rejected' } as const
const choosing: RegisterState = { is: 'choosing' }
const failed: RegisterState = { is: 'choosing', failure }
const signing: RegisterState = { is: 'signing', ...attempt }
const registering: RegisterState = { is: 'registering', ...attempt }

const asked: RegisterEvent = { is: 'asked', ...attempt }
const signed: RegisterEvent = { is: 'signed' }
const failedEvent: RegisterEvent = { is: 'failed', failure }
const left: RegisterEvent = { is: 'left' }
const over: RegisterEvent = { is: 'over' }

describe('name registration', () => {
  it.each<[string, RegisterState, RegisterEvent, RegisterState]>([
    ['Register is clicked', choosing, asked, signing],
    ['Register is clicked after a failure', failed, asked, signing],
    ['the wallet signed', signing, signed, registering],
    ['the wallet rejected', signing, failedEvent, failed],
    ['the registry rejected', registering, failedEvent, failed],
    ['the view unmounts after a failure', failed, left, choosing],
    ['the view unmounts while the wallet prompts', signing, left, choosing],
    ['the name is registered', registering, over, choosing],
    ['the attempt ends without a signature', signing, over, choosing],
  ])('registration › %s › next state', (_, state, event, next) => {
    expect(nextRegisterState(state, event)).toStrictEqual(next)
  })

  it.each<[string, RegisterState, RegisterEvent]>([
    ['Register is clicked twice', signing, asked],
    ['Register is clicked while the registry responds', registering, asked],
    ['a signature arrives after the view unmounted', choosing, signed],
    ['a second signature arrives', registering, signed],
    ['an error arrives after the view unmounted', choosing, failedEvent],
    ['the view unmounts while the registry responds', registering, left],
  ])('registration › %s › unchanged', (_, state, event) => {
    expect(nextRegisterState(state, event)).toBe(state)
  })

  it('registration › each state › pending from the click to the response', () => {
    expect([choosing, failed, signing, registering].filter(isRegistering)).toEqual([signing, registering])
  })
})
