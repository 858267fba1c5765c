import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const View = ({ name }: { name: string }) => <p>View of {name}</p>
const Waiting = () => <p>Waiting</p>

/** Lets pending promises settle, without advancing time. */
const flush = () => act(async () => {})

class Boundary extends Component<{ children: ReactNode }, { fault: unknown }> {
  override state = { fault: undefined }
  static getDerivedStateFromError(fault: unknown) {
    return { fault }
  }
  override render() {
    return this.state.fault === undefined ? this.props.children : <p>{String(this.state.fault)}</p>
  }
}

describe('lazyComponent', () => {
  it('first render › waits for the file; later ones render at once', async () => {
    let loads = 0
    const Loaded = lazyComponent(async () => {
      loads += 1
      return View
    }, Waiting)
    const { unmount } = render(<Loaded name="one" />)
    expect(screen.getByText('Waiting')).toBeDefined()
    expect(document.querySelector('[data-view-loading]')).not.toBeNull()
    await flush()
    expect(screen.getByText('View of one')).toBeDefined()
    expect(document.querySelector('[data-view-loading]')).toBeNull()
    unmount()
    render(<Loaded name="another" />)
    expect(screen.getByText('View of another')).toBeDefined()
    expect(loads).toBe(1)
  })

  it('file fails to load › retried once, then the error is thrown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let loads = 0
    const load = (fails: number) => async () => {
      loads += 1
      if (loads <= fails) throw new Error('No such file')
      return View
    }
    const Found = lazyComponent(load(1), Waiting)
    const { unmount } = render(<Found name="one" />)
    await flush()
    expect(screen.getByText('View of one')).toBeDefined()
    unmount()
    loads = 0
    const Lost = lazyComponent(load(2), Waiting)
    render(
      <Boundary>
        <Lost name="one" />
      </Boundary>,
    )
    await flush()
    expect(screen.getByText('Error: No such file')).toBeDefined()
  })
})
