import type { Page } from 'playwright-core';
import type { Who } from './people.ts';

/** A page in one of its states. Scenes build on earlier ones: carts fill, orders are placed. */
export interface Scene {
  name: string;
  who: Who;
  /** Brings the page into that state. */
  reach: (page: Page, url: string) => Promise<unknown>;
  /**
   * Something is shown on top of the page, so the window is photographed and not the whole page.
   */
  onTop?: true;
  /** The state exists only up to this width. */
  widestWidth?: number;
}
