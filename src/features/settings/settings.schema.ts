/** A setting of the shop with its present value. */
export interface Setting {
  /** Its path in `shop.config.ts`, or the name of its environment variable. */
  name: string;
  /** What it sets. */
  about: string;
  /** The present value in words; of a secret only whether it is set. */
  value: string;
  /** Other words that people look for it by. */
  words: string;
}

/** The value of what nobody has set. */
export const NOT_SET = 'Not set';

/** Where a group of settings is changed. */
export type SettingPlace = 'shop.config.ts' | 'environment';

export interface SettingGroup {
  title: string;
  place: SettingPlace;
  /** The part of the documentation about them. */
  docs: { file: string; part: string };
  settings: Setting[];
}

/** A setting that a search found. */
export interface FoundSetting extends Setting {
  place: SettingPlace;
}

/** The page of the console that shows a setting. */
export const settingAddress = (name: string): string => `/admin/settings#${name}`;
