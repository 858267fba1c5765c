/**
 * A setup file of the tests that render, whose files share one process and one document: resets what a file rendered or
 * stored before the next one.
 */
import { cleanup } from '@testing-library/react'
import { afterAll } from 'vitest'

afterAll(() => {
  cleanup()
  for (const element of [document.documentElement, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
