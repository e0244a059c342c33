import { Field, Int } from "type-graphql";
import { Shape } from "../../contract/shape.js";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";

@Shape("ImageContent", "An image that is sent along.")
export class ImageContent {
  @Field(() => String, { nullable: true, description: "The image's bytes in Base64." })
  base64_encoded_data?: string | null;

  @Field(() => String, { nullable: true, description: "Media type: image/jpeg, image/png, image/gif or image/webp." })
  type?: string | null;

  @Field(() => String, { nullable: true, description: "File name." })
  name?: string | null;
}

@Shape("VideoContent", "A video that is hosted elsewhere.")
export class VideoContent {
  @Field(() => String, { nullable: true, description: "`external-video`." })
  media_type?: string | null;

  @Field(() => String, { nullable: true, description: "Who hosts it, such as `youtube`." })
  video_provider?: string | null;

  @Field(() => String, { nullable: true, description: "Address of the video." })
  video_url?: string | null;

  @Field(() => String, { nullable: true, description: "Title of the video." })
  video_title?: string | null;

  @Field(() => String, { nullable: true, description: "Description of the video." })
  video_description?: string | null;

  @Field(() => String, { nullable: true, description: "Further data about the video." })
  video_metadata?: string | null;
}

@ExtensionAttributes("MediaGalleryEntry")
export class MediaGalleryEntryExtension {
  @Extension(() => VideoContent, "The video that the image is the preview of.")
  video_content?: VideoContent | null;
}

@Shape("MediaGalleryEntry", "An image or video of a product.")
export class MediaGalleryEntry {
  @Field(() => Int, { nullable: true, description: "Id of the entry; absent for a new one." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "`image` or `external-video`." })
  media_type?: string | null;

  @Field(() => String, { nullable: true, description: "Alternative text in the store view." })
  label?: string | null;

  @Field(() => Int, { nullable: true, description: "Place in the gallery." })
  position?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it is hidden from the product page." })
  disabled?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: "Roles of the image: codes of media attributes such as image, small_image, thumbnail, swatch_image.",
  })
  types?: string[] | null;

  @Field(() => String, { nullable: true, description: "Path below the product media folder." })
  file?: string | null;

  @Field(() => ImageContent, {
    nullable: true,
    description: "The image itself; only the routes of one product's media answer it.",
  })
  content?: ImageContent | null;

  @Field(() => MediaGalleryEntryExtension, { nullable: true, description: "The video." })
  extension_attributes?: MediaGalleryEntryExtension | null;
}
