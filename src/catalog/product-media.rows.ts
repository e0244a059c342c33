import type { VideoContent } from "./product-media.types.js";

/** A gallery entry with the values of the store view `$1`. */
export interface MediaRow {
  readonly id: number;
  readonly media_type: string;
  readonly label: string | null;
  readonly position: number;
  readonly disabled: boolean;
  readonly file: string;
  readonly video: VideoContent | null;
}

export const mediaColumn = `(select json_agg(json_build_object('id', m.id, 'media_type', m.media_type,
      'label', coalesce(m.by_store #>> array[$1::int::text, 'label'], m.label),
      'position', coalesce((m.by_store #>> array[$1::int::text, 'position'])::int, m.position),
      'disabled', coalesce((m.by_store #>> array[$1::int::text, 'disabled'])::boolean, m.disabled),
      'file', m.file, 'video', m.video)
      order by coalesce((m.by_store #>> array[$1::int::text, 'position'])::int, m.position), m.id)
    from product_media m where m.product_id = p.id) as media`;
