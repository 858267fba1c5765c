/** The peer of `host-sdk/react`, for the import map of a page without a bundler. */
import {
  createContext,
  createElement,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'

export { createContext, createElement, useCallback, useContext, useEffect, useMemo, useSyncExternalStore }
