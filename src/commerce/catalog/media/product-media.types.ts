import { Field, Int } from "type-graphql";
import { Shape } from "../../../api/contract/shape.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { OneOf } from "../../../api/contract/closed-set.js";
import { mediaType } from "../closed-sets.types.js";

@Shape("ImageContent", "An image sent with the request.", { mayLack: [] })
export class ImageContent {
  @Field(() => String, { nullable: true, description: "The content of the image in Base64." })
  base64_encoded_data?: string | null;

  @Field(() => String, { nullable: true, description: "Media type: image/jpeg, image/png, image/gif or image/webp." })
  type?: string | null;

  @Field(() => String, { nullable: true, description: "File name." })
  name?: string | null;
}

@Shape("VideoContent", "An externally hosted video.")
export class VideoContent {
  @OneOf(mediaType, { isLenient: true })
  @Field(() => String, { nullable: true, description: "Media type; always an external video." })
  media_type?: string | null;

  @Field(() => String, { nullable: true, description: "Video provider, such as `youtube`." })
  video_provider?: string | null;

  @Field(() => String, { nullable: true, description: "URL of the video." })
  video_url?: string | null;

  @Field(() => String, { nullable: true, description: "Title of the video." })
  video_title?: string | null;

  @Field(() => String, { nullable: true, description: "Description of the video." })
  video_description?: string | null;

  @Field(() => String, { nullable: true, description: "Metadata of the video." })
  video_metadata?: string | null;
}

@ExtensionAttributes("MediaGalleryEntry")
export class MediaGalleryEntryExtension {
  @Extension(() => VideoContent, "The video that the image previews.")
  video_content?: VideoContent | null;
}

@Shape("MediaGalleryEntry", "An image or video in the gallery of a product.", {
  always: ["id", "media_type", "file", "position", "disabled"],
})
export class MediaGalleryEntry {
  @Field(() => Int, { nullable: true, description: "Id of the entry; omit to create one." })
  id?: number | null;

  @OneOf(mediaType)
  @Field(() => String, { nullable: true, description: "Media type." })
  media_type?: string | null;

  @Field(() => String, { nullable: true, description: "Alternative text in the store view." })
  label?: string | null;

  @Field(() => Int, { nullable: true, description: "Position in the gallery." })
  position?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the product page hides it." })
  disabled?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description:
      "Roles of the image: codes of media attributes such as image, small_image, thumbnail and swatch_image.",
  })
  types?: string[] | null;

  @Field(() => String, { nullable: true, description: "Path within the product media folder." })
  file?: string | null;

  @Field(() => ImageContent, {
    nullable: true,
    description: "The image; returned only by the media operations of a single product.",
  })
  content?: ImageContent | null;

  @Field(() => MediaGalleryEntryExtension, { nullable: true, description: "The video." })
  extension_attributes?: MediaGalleryEntryExtension | null;
}
