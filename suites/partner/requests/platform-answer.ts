/** The platform's answer to a request of the application, after how many milliseconds; without its body where that is too long to keep. */
export interface PlatformAnswer {
  took: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}
