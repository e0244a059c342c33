-- CreateTable
CREATE TABLE "admin_role" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "resources" TEXT[],

    CONSTRAINT "admin_role_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "admin_user" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "username_key" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "firstname" TEXT NOT NULL,
    "lastname" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "role_id" INTEGER NOT NULL,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "admin_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "token_hash" BYTEA NOT NULL,
    "user_type" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "secret" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "integration" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "status" INTEGER NOT NULL DEFAULT 0,
    "callback_url" TEXT,
    "identity_link_url" TEXT,
    "resources" TEXT[],
    "consumer_key" TEXT NOT NULL,
    "consumer_secret" TEXT NOT NULL,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "integration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_exchange" (
    "integration_id" INTEGER NOT NULL,
    "verifier_hash" BYTEA NOT NULL,
    "token_hash" BYTEA,
    "token_secret" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_exchange_pkey" PRIMARY KEY ("integration_id")
);

-- CreateTable
CREATE TABLE "oauth_nonce" (
    "integration_id" INTEGER NOT NULL,
    "nonce" TEXT NOT NULL,
    "timestamp" BIGINT NOT NULL,

    CONSTRAINT "oauth_nonce_pkey" PRIMARY KEY ("integration_id","nonce")
);

-- CreateTable
CREATE TABLE "sign_in_failure" (
    "user_type" INTEGER NOT NULL,
    "name_key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("user_type","name_key")
);

-- CreateTable
CREATE TABLE "caller_session" (
    "token_hash" BYTEA NOT NULL,
    "user_type" INTEGER NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "caller_session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event" TEXT NOT NULL,
    "user_type" INTEGER,
    "user_id" INTEGER,
    "name" TEXT,
    "by_user_type" INTEGER,
    "by_user_id" INTEGER,
    "request_id" TEXT,
    "address" TEXT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk" (
    "uuid" UUID NOT NULL,
    "route" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "user_type" INTEGER NOT NULL,
    "user_id" INTEGER,
    "store_code" TEXT,
    "operation_count" INTEGER NOT NULL,
    "start_time" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "request_id" TEXT NOT NULL,
    "traceparent" TEXT,

    CONSTRAINT "bulk_pkey" PRIMARY KEY ("uuid")
);

-- CreateTable
CREATE TABLE "bulk_operation" (
    "bulk_uuid" UUID NOT NULL,
    "id" INTEGER NOT NULL,
    "status" INTEGER NOT NULL DEFAULT 4,
    "start_time" TIMESTAMP(0) NOT NULL,
    "payload" TEXT NOT NULL,
    "result" TEXT,
    "result_message" TEXT,
    "error_code" INTEGER,

    CONSTRAINT "bulk_operation_pkey" PRIMARY KEY ("bulk_uuid","id")
);

-- CreateTable
CREATE TABLE "bulk_queue" (
    "seq" BIGSERIAL NOT NULL,
    "bulk_uuid" UUID NOT NULL,
    "operation_id" INTEGER NOT NULL,
    "entity_kind" TEXT NOT NULL,
    "entity_key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "redelivered" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_queue_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "bulk_consumer" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended" BIGINT NOT NULL DEFAULT 0,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_consumer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_idempotency_key" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "bulk_uuid" UUID NOT NULL,
    "operation_count" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bulk_idempotency_key_pkey" PRIMARY KEY ("caller","key")
);

-- CreateTable
CREATE TABLE "bulk_callback" (
    "id" UUID NOT NULL,
    "bulk_uuid" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "give_up_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "http_status" INTEGER,
    "last_error" TEXT,

    CONSTRAINT "bulk_callback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entity_type" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "default_attribute_set_id" INTEGER NOT NULL,

    CONSTRAINT "entity_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attribute_set" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "entity_type_id" INTEGER NOT NULL,
    "sort_order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "attribute_set_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attribute_group" (
    "id" SERIAL NOT NULL,
    "attribute_set_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "tab_group_code" TEXT,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "is_default" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "attribute_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attribute" (
    "id" SERIAL NOT NULL,
    "entity_type_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "frontend_label" TEXT,
    "frontend_input" TEXT,
    "frontend_class" TEXT,
    "note" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "backend_type" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "is_unique" BOOLEAN NOT NULL DEFAULT false,
    "is_user_defined" BOOLEAN NOT NULL DEFAULT false,
    "default_value" TEXT,
    "max_length" INTEGER,
    "apply_to" TEXT[],
    "flags" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "attribute_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attribute_label" (
    "attribute_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,

    CONSTRAINT "attribute_label_pkey" PRIMARY KEY ("attribute_id","store_id")
);

-- CreateTable
CREATE TABLE "attribute_option" (
    "id" SERIAL NOT NULL,
    "attribute_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "is_default" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "attribute_option_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attribute_option_label" (
    "option_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,

    CONSTRAINT "attribute_option_label_pkey" PRIMARY KEY ("option_id","store_id")
);

-- CreateTable
CREATE TABLE "attribute_set_attribute" (
    "id" SERIAL NOT NULL,
    "attribute_set_id" INTEGER NOT NULL,
    "attribute_id" INTEGER NOT NULL,
    "attribute_group_id" INTEGER NOT NULL,
    "sort_order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "attribute_set_attribute_pkey" PRIMARY KEY ("attribute_set_id","attribute_id")
);

-- CreateTable
CREATE TABLE "product" (
    "id" SERIAL NOT NULL,
    "sku" VARCHAR(64) NOT NULL,
    "sku_key" VARCHAR(128) NOT NULL,
    "attribute_set_id" INTEGER NOT NULL,
    "type_id" VARCHAR(32) NOT NULL,
    "has_fixed_price" BOOLEAN NOT NULL DEFAULT false,
    "has_options" BOOLEAN NOT NULL DEFAULT false,
    "required_options" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_values" (
    "product_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "product_values_pkey" PRIMARY KEY ("product_id","store_id")
);

-- CreateTable
CREATE TABLE "product_price" (
    "product_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "price" DECIMAL(20,6),
    "special_price" DECIMAL(20,6),
    "special_from" TIMESTAMP(0),
    "special_to" TIMESTAMP(0),
    "cost" DECIMAL(20,6),

    CONSTRAINT "product_price_pkey" PRIMARY KEY ("product_id","store_id")
);

-- CreateTable
CREATE TABLE "product_tier_price" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "all_groups" BOOLEAN NOT NULL,
    "customer_group_id" INTEGER NOT NULL,
    "qty" DECIMAL(12,4) NOT NULL,
    "website_id" INTEGER NOT NULL,
    "value" DECIMAL(20,6),
    "percentage_value" DECIMAL(5,2),

    CONSTRAINT "product_tier_price_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_website" (
    "product_id" INTEGER NOT NULL,
    "website_id" INTEGER NOT NULL,

    CONSTRAINT "product_website_pkey" PRIMARY KEY ("product_id","website_id")
);

-- CreateTable
CREATE TABLE "product_category" (
    "product_id" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "product_category_pkey" PRIMARY KEY ("product_id","category_id")
);

-- CreateTable
CREATE TABLE "category" (
    "id" SERIAL NOT NULL,
    "parent_id" INTEGER,
    "path" VARCHAR(255) NOT NULL,
    "level" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "children_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "category_values" (
    "category_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "category_values_pkey" PRIMARY KEY ("category_id","store_id")
);

-- CreateTable
CREATE TABLE "cms_page" (
    "id" SERIAL NOT NULL,
    "identifier" TEXT NOT NULL,
    "title" TEXT,
    "page_layout" TEXT,
    "meta_title" TEXT,
    "meta_keywords" TEXT,
    "meta_description" TEXT,
    "content_heading" TEXT,
    "content" TEXT,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "layout_update_xml" TEXT,
    "custom_theme" TEXT,
    "custom_root_template" TEXT,
    "custom_layout_update_xml" TEXT,
    "custom_theme_from" DATE,
    "custom_theme_to" DATE,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "creation_time" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cms_page_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms_page_store" (
    "page_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,

    CONSTRAINT "cms_page_store_pkey" PRIMARY KEY ("page_id","store_id")
);

-- CreateTable
CREATE TABLE "cms_block" (
    "id" SERIAL NOT NULL,
    "identifier" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "creation_time" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cms_block_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms_block_store" (
    "block_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,

    CONSTRAINT "cms_block_store_pkey" PRIMARY KEY ("block_id","store_id")
);

-- CreateTable
CREATE TABLE "customer_group" (
    "id" SERIAL NOT NULL,
    "code" VARCHAR(32) NOT NULL,
    "code_key" TEXT NOT NULL,
    "tax_class_id" INTEGER NOT NULL,

    CONSTRAINT "customer_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_group_excluded_website" (
    "customer_group_id" INTEGER NOT NULL,
    "website_id" INTEGER NOT NULL,

    CONSTRAINT "customer_group_excluded_website_pkey" PRIMARY KEY ("customer_group_id","website_id")
);

-- CreateTable
CREATE TABLE "customer" (
    "id" SERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "group_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "firstname" TEXT NOT NULL,
    "lastname" TEXT NOT NULL,
    "middlename" TEXT,
    "prefix" TEXT,
    "suffix" TEXT,
    "dob" DATE,
    "gender" INTEGER,
    "taxvat" TEXT,
    "created_in" TEXT,
    "confirmation" TEXT,
    "disable_auto_group_change" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_subscribed" BOOLEAN NOT NULL DEFAULT false,
    "password_hash" TEXT,
    "default_billing" INTEGER,
    "default_shipping" INTEGER,
    "reset_token_hash" TEXT,
    "reset_token_created_at" TIMESTAMPTZ(3),
    "custom_values" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_address" (
    "id" SERIAL NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "firstname" TEXT NOT NULL,
    "lastname" TEXT NOT NULL,
    "middlename" TEXT,
    "prefix" TEXT,
    "suffix" TEXT,
    "company" TEXT,
    "street" TEXT[],
    "city" TEXT,
    "country_id" TEXT,
    "region_code" TEXT,
    "region" TEXT,
    "region_id" INTEGER,
    "postcode" TEXT,
    "telephone" TEXT,
    "fax" TEXT,
    "vat_id" TEXT,
    "custom_values" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "customer_address_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_attribute" (
    "id" SERIAL NOT NULL,
    "entity" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "frontend_label" TEXT,
    "frontend_input" TEXT NOT NULL,
    "frontend_class" TEXT NOT NULL DEFAULT '',
    "backend_type" TEXT NOT NULL DEFAULT 'varchar',
    "input_filter" TEXT NOT NULL DEFAULT '',
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "is_visible" BOOLEAN NOT NULL DEFAULT true,
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "is_user_defined" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "multiline_count" INTEGER NOT NULL DEFAULT 0,
    "note" TEXT NOT NULL DEFAULT '',
    "validation_rules" JSONB NOT NULL DEFAULT '[]',
    "used_in_forms" TEXT[],
    "options" JSONB NOT NULL DEFAULT '[]',
    "option_source" TEXT,
    "is_used_in_grid" BOOLEAN NOT NULL DEFAULT false,
    "is_visible_in_grid" BOOLEAN NOT NULL DEFAULT false,
    "is_filterable_in_grid" BOOLEAN NOT NULL DEFAULT false,
    "is_searchable_in_grid" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "customer_attribute_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_reset_request" (
    "id" BIGSERIAL NOT NULL,
    "email_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_reset_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "country" (
    "country_id" VARCHAR(2) NOT NULL,
    "iso3_code" VARCHAR(3) NOT NULL,

    CONSTRAINT "country_pkey" PRIMARY KEY ("country_id")
);

-- CreateTable
CREATE TABLE "country_region" (
    "region_id" INTEGER NOT NULL,
    "country_id" VARCHAR(2) NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "country_region_pkey" PRIMARY KEY ("region_id")
);

-- CreateTable
CREATE TABLE "currency_rate" (
    "currency_from" VARCHAR(3) NOT NULL,
    "currency_to" VARCHAR(3) NOT NULL,
    "rate" DECIMAL(24,12) NOT NULL,

    CONSTRAINT "currency_rate_pkey" PRIMARY KEY ("currency_from","currency_to")
);

-- CreateTable
CREATE TABLE "mail" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stock_item" (
    "item_id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "stock_id" INTEGER NOT NULL DEFAULT 1,
    "qty" DECIMAL(12,4) DEFAULT 0,
    "is_in_stock" BOOLEAN NOT NULL DEFAULT false,
    "is_qty_decimal" BOOLEAN NOT NULL DEFAULT false,
    "use_config_min_qty" BOOLEAN NOT NULL DEFAULT true,
    "min_qty" DECIMAL(12,4) NOT NULL DEFAULT 0,
    "use_config_min_sale_qty" BOOLEAN NOT NULL DEFAULT true,
    "min_sale_qty" DECIMAL(12,4) NOT NULL DEFAULT 1,
    "use_config_max_sale_qty" BOOLEAN NOT NULL DEFAULT true,
    "max_sale_qty" DECIMAL(12,4) NOT NULL DEFAULT 10000,
    "use_config_backorders" BOOLEAN NOT NULL DEFAULT true,
    "backorders" INTEGER NOT NULL DEFAULT 0,
    "use_config_notify_stock_qty" BOOLEAN NOT NULL DEFAULT true,
    "notify_stock_qty" DECIMAL(12,4) NOT NULL DEFAULT 1,
    "use_config_qty_increments" BOOLEAN NOT NULL DEFAULT true,
    "qty_increments" DECIMAL(12,4) NOT NULL DEFAULT 0,
    "use_config_enable_qty_inc" BOOLEAN NOT NULL DEFAULT true,
    "enable_qty_increments" BOOLEAN NOT NULL DEFAULT false,
    "use_config_manage_stock" BOOLEAN NOT NULL DEFAULT true,
    "manage_stock" BOOLEAN NOT NULL DEFAULT true,
    "low_stock_date" TIMESTAMP(0),
    "is_decimal_divided" BOOLEAN NOT NULL DEFAULT false,
    "stock_status_changed_auto" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "stock_item_pkey" PRIMARY KEY ("item_id")
);

-- CreateTable
CREATE TABLE "product_url_key" (
    "store_id" INTEGER NOT NULL,
    "url_key" TEXT NOT NULL,
    "product_id" INTEGER NOT NULL,

    CONSTRAINT "product_url_key_pkey" PRIMARY KEY ("store_id","url_key")
);

-- CreateTable
CREATE TABLE "product_media" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "media_type" VARCHAR(32) NOT NULL,
    "file" TEXT NOT NULL,
    "label" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "video" JSONB,
    "by_store" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "product_media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media_file" (
    "path" TEXT NOT NULL,
    "base" TEXT NOT NULL,
    "extension" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "media_type" VARCHAR(32) NOT NULL,
    "size" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "hash" VARCHAR(64) NOT NULL,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMP(0),
    "gone_at" TIMESTAMP(0),

    CONSTRAINT "media_file_pkey" PRIMARY KEY ("path")
);

-- CreateTable
CREATE TABLE "product_option" (
    "option_id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "type" VARCHAR(32) NOT NULL,
    "title" TEXT NOT NULL,
    "price" DECIMAL(20,6),
    "price_type" VARCHAR(7),
    "is_require" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "sku" VARCHAR(64),
    "file_extension" TEXT,
    "max_characters" INTEGER,
    "image_size_x" INTEGER,
    "image_size_y" INTEGER,
    "by_store" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "product_option_pkey" PRIMARY KEY ("option_id")
);

-- CreateTable
CREATE TABLE "product_option_value" (
    "option_type_id" SERIAL NOT NULL,
    "option_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "price" DECIMAL(20,6),
    "price_type" VARCHAR(7),
    "sku" VARCHAR(64),
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "by_store" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "product_option_value_pkey" PRIMARY KEY ("option_type_id")
);

-- CreateTable
CREATE TABLE "product_link" (
    "product_id" INTEGER NOT NULL,
    "linked_product_id" INTEGER NOT NULL,
    "link_type" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "qty" DECIMAL(12,4),

    CONSTRAINT "product_link_pkey" PRIMARY KEY ("product_id","link_type","linked_product_id")
);

-- CreateTable
CREATE TABLE "bundle_option" (
    "option_id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "type" VARCHAR(32) NOT NULL,
    "required" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "title" TEXT NOT NULL,
    "by_store" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "bundle_option_pkey" PRIMARY KEY ("option_id")
);

-- CreateTable
CREATE TABLE "bundle_selection" (
    "selection_id" SERIAL NOT NULL,
    "option_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "price_type" INTEGER NOT NULL DEFAULT 0,
    "price" DECIMAL(20,6) NOT NULL DEFAULT 0,
    "qty" DECIMAL(12,4) NOT NULL DEFAULT 1,
    "can_change_quantity" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "bundle_selection_pkey" PRIMARY KEY ("selection_id")
);

-- CreateTable
CREATE TABLE "downloadable_link" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "is_shareable" INTEGER NOT NULL DEFAULT 2,
    "price" DECIMAL(20,6) NOT NULL DEFAULT 0,
    "number_of_downloads" INTEGER NOT NULL DEFAULT 0,
    "link_type" VARCHAR(8) NOT NULL,
    "link_file" TEXT,
    "link_url" TEXT,
    "sample_type" VARCHAR(8),
    "sample_file" TEXT,
    "sample_url" TEXT,
    "by_store" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "downloadable_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "downloadable_sample" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "sample_type" VARCHAR(8) NOT NULL,
    "sample_file" TEXT,
    "sample_url" TEXT,
    "by_store" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "downloadable_sample_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "downloadable_file" (
    "product_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,

    CONSTRAINT "downloadable_file_pkey" PRIMARY KEY ("product_id","path")
);

-- CreateTable
CREATE TABLE "private_file" (
    "storage_key" TEXT NOT NULL,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMP(0),

    CONSTRAINT "private_file_pkey" PRIMARY KEY ("storage_key")
);

-- CreateTable
CREATE TABLE "configurable_option" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "attribute_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "is_use_default" BOOLEAN NOT NULL DEFAULT false,
    "value_indexes" INTEGER[],
    "by_store" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "configurable_option_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "configurable_link" (
    "parent_id" INTEGER NOT NULL,
    "child_id" INTEGER NOT NULL,

    CONSTRAINT "configurable_link_pkey" PRIMARY KEY ("parent_id","child_id")
);

-- CreateTable
CREATE TABLE "website" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "default_group_id" INTEGER NOT NULL DEFAULT 0,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "is_default" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "website_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "store_group" (
    "id" SERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "root_category_id" INTEGER,
    "default_store_id" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "store_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "store" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "website_id" INTEGER NOT NULL,
    "store_group_id" INTEGER NOT NULL,
    "is_active" INTEGER NOT NULL DEFAULT 1,
    "sort_order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "store_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "config_value" (
    "scope" TEXT NOT NULL DEFAULT 'default',
    "scope_id" INTEGER NOT NULL DEFAULT 0,
    "path" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "config_value_pkey" PRIMARY KEY ("path","scope","scope_id")
);

-- CreateTable
CREATE TABLE "tax_class" (
    "class_id" SERIAL NOT NULL,
    "class_name" TEXT NOT NULL,
    "class_type" TEXT NOT NULL,

    CONSTRAINT "tax_class_pkey" PRIMARY KEY ("class_id")
);

-- CreateTable
CREATE TABLE "tax_rate" (
    "id" SERIAL NOT NULL,
    "country_id" VARCHAR(2) NOT NULL,
    "region_id" INTEGER,
    "postcode" TEXT NOT NULL,
    "zip_from" INTEGER,
    "zip_to" INTEGER,
    "code" TEXT NOT NULL,
    "rate" DECIMAL(12,4) NOT NULL,

    CONSTRAINT "tax_rate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tax_rate_title" (
    "tax_rate_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "tax_rate_title_pkey" PRIMARY KEY ("tax_rate_id","store_id")
);

-- CreateTable
CREATE TABLE "tax_rule" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "priority" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "calculate_subtotal" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "tax_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tax_rule_customer_class" (
    "tax_rule_id" INTEGER NOT NULL,
    "tax_class_id" INTEGER NOT NULL,

    CONSTRAINT "tax_rule_customer_class_pkey" PRIMARY KEY ("tax_rule_id","tax_class_id")
);

-- CreateTable
CREATE TABLE "tax_rule_product_class" (
    "tax_rule_id" INTEGER NOT NULL,
    "tax_class_id" INTEGER NOT NULL,

    CONSTRAINT "tax_rule_product_class_pkey" PRIMARY KEY ("tax_rule_id","tax_class_id")
);

-- CreateTable
CREATE TABLE "tax_rule_rate" (
    "tax_rule_id" INTEGER NOT NULL,
    "tax_rate_id" INTEGER NOT NULL,

    CONSTRAINT "tax_rule_rate_pkey" PRIMARY KEY ("tax_rule_id","tax_rate_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "admin_role_name_key" ON "admin_role"("name");

-- CreateIndex
CREATE UNIQUE INDEX "admin_user_username_key_key" ON "admin_user"("username_key");

-- CreateIndex
CREATE UNIQUE INDEX "admin_user_email_key_key" ON "admin_user"("email_key");

-- CreateIndex
CREATE INDEX "admin_user_role_id_idx" ON "admin_user"("role_id");

-- CreateIndex
CREATE INDEX "access_token_user_type_user_id_idx" ON "access_token"("user_type", "user_id");

-- CreateIndex
CREATE INDEX "access_token_expires_at_idx" ON "access_token"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "integration_name_key" ON "integration"("name");

-- CreateIndex
CREATE UNIQUE INDEX "integration_consumer_key_key" ON "integration"("consumer_key");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_exchange_token_hash_key" ON "oauth_exchange"("token_hash");

-- CreateIndex
CREATE INDEX "sign_in_failure_failed_at_idx" ON "sign_in_failure"("failed_at");

-- CreateIndex
CREATE INDEX "caller_session_user_type_user_id_idx" ON "caller_session"("user_type", "user_id");

-- CreateIndex
CREATE INDEX "caller_session_seen_at_idx" ON "caller_session"("seen_at");

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");

-- CreateIndex
CREATE INDEX "bulk_topic_idx" ON "bulk"("topic");

-- CreateIndex
CREATE INDEX "bulk_start_time_idx" ON "bulk"("start_time");

-- CreateIndex
CREATE INDEX "bulk_finished_at_start_time_idx" ON "bulk"("finished_at", "start_time");

-- CreateIndex
CREATE INDEX "bulk_operation_status_start_time_idx" ON "bulk_operation"("status", "start_time");

-- CreateIndex
CREATE INDEX "bulk_queue_entity_kind_entity_key_seq_idx" ON "bulk_queue"("entity_kind", "entity_key", "seq");

-- CreateIndex
CREATE INDEX "bulk_queue_published_at_seq_idx" ON "bulk_queue"("published_at", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_queue_bulk_uuid_operation_id_key" ON "bulk_queue"("bulk_uuid", "operation_id");

-- CreateIndex
CREATE INDEX "bulk_consumer_seen_at_idx" ON "bulk_consumer"("seen_at");

-- CreateIndex
CREATE INDEX "bulk_idempotency_key_created_at_idx" ON "bulk_idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "bulk_callback_bulk_uuid_idx" ON "bulk_callback"("bulk_uuid");

-- CreateIndex
CREATE INDEX "bulk_callback_state_due_at_idx" ON "bulk_callback"("state", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "entity_type_code_key" ON "entity_type"("code");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_set_entity_type_id_name_key" ON "attribute_set"("entity_type_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_group_attribute_set_id_name_key" ON "attribute_group"("attribute_set_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_entity_type_id_code_key" ON "attribute"("entity_type_id", "code");

-- CreateIndex
CREATE INDEX "attribute_label_store_id_idx" ON "attribute_label"("store_id");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_option_attribute_id_value_key" ON "attribute_option"("attribute_id", "value");

-- CreateIndex
CREATE INDEX "attribute_option_label_store_id_idx" ON "attribute_option_label"("store_id");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_set_attribute_id_key" ON "attribute_set_attribute"("id");

-- CreateIndex
CREATE INDEX "attribute_set_attribute_attribute_id_idx" ON "attribute_set_attribute"("attribute_id");

-- CreateIndex
CREATE INDEX "attribute_set_attribute_attribute_group_id_idx" ON "attribute_set_attribute"("attribute_group_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_sku_key_key" ON "product"("sku_key");

-- CreateIndex
CREATE INDEX "product_type_id_idx" ON "product"("type_id");

-- CreateIndex
CREATE INDEX "product_attribute_set_id_idx" ON "product"("attribute_set_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_tier_price_product_id_all_groups_customer_group_id__key" ON "product_tier_price"("product_id", "all_groups", "customer_group_id", "qty", "website_id");

-- CreateIndex
CREATE INDEX "product_website_website_id_idx" ON "product_website"("website_id");

-- CreateIndex
CREATE INDEX "product_category_category_id_position_idx" ON "product_category"("category_id", "position");

-- CreateIndex
CREATE INDEX "category_path_idx" ON "category"("path");

-- CreateIndex
CREATE INDEX "category_parent_id_position_idx" ON "category"("parent_id", "position");

-- CreateIndex
CREATE INDEX "category_values_store_id_idx" ON "category_values"("store_id");

-- CreateIndex
CREATE INDEX "cms_page_store_store_id_idx" ON "cms_page_store"("store_id");

-- CreateIndex
CREATE INDEX "cms_block_store_store_id_idx" ON "cms_block_store"("store_id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_group_code_key_key" ON "customer_group"("code_key");

-- CreateIndex
CREATE UNIQUE INDEX "customer_reset_token_hash_key" ON "customer"("reset_token_hash");

-- CreateIndex
CREATE INDEX "customer_updated_at_idx" ON "customer"("updated_at");

-- CreateIndex
CREATE INDEX "customer_group_id_idx" ON "customer"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_email_key_website_id_key" ON "customer"("email_key", "website_id");

-- CreateIndex
CREATE INDEX "customer_address_customer_id_idx" ON "customer_address"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_attribute_entity_code_key" ON "customer_attribute"("entity", "code");

-- CreateIndex
CREATE INDEX "password_reset_request_email_key_created_at_idx" ON "password_reset_request"("email_key", "created_at");

-- CreateIndex
CREATE INDEX "password_reset_request_created_at_idx" ON "password_reset_request"("created_at");

-- CreateIndex
CREATE INDEX "country_region_country_id_idx" ON "country_region"("country_id");

-- CreateIndex
CREATE INDEX "mail_ended_at_idx" ON "mail"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "stock_item_product_id_key" ON "stock_item"("product_id");

-- CreateIndex
CREATE INDEX "product_url_key_url_key_idx" ON "product_url_key"("url_key");

-- CreateIndex
CREATE INDEX "product_url_key_product_id_idx" ON "product_url_key"("product_id");

-- CreateIndex
CREATE INDEX "product_media_product_id_idx" ON "product_media"("product_id");

-- CreateIndex
CREATE INDEX "product_media_file_idx" ON "product_media"("file");

-- CreateIndex
CREATE UNIQUE INDEX "media_file_base_extension_number_key" ON "media_file"("base", "extension", "number");

-- CreateIndex
CREATE INDEX "product_option_product_id_idx" ON "product_option"("product_id");

-- CreateIndex
CREATE INDEX "product_option_value_option_id_idx" ON "product_option_value"("option_id");

-- CreateIndex
CREATE INDEX "product_link_linked_product_id_idx" ON "product_link"("linked_product_id");

-- CreateIndex
CREATE INDEX "bundle_option_product_id_idx" ON "bundle_option"("product_id");

-- CreateIndex
CREATE INDEX "bundle_selection_product_id_idx" ON "bundle_selection"("product_id");

-- CreateIndex
CREATE UNIQUE INDEX "bundle_selection_option_id_product_id_key" ON "bundle_selection"("option_id", "product_id");

-- CreateIndex
CREATE INDEX "downloadable_link_product_id_idx" ON "downloadable_link"("product_id");

-- CreateIndex
CREATE INDEX "downloadable_sample_product_id_idx" ON "downloadable_sample"("product_id");

-- CreateIndex
CREATE UNIQUE INDEX "downloadable_file_storage_key_key" ON "downloadable_file"("storage_key");

-- CreateIndex
CREATE INDEX "configurable_option_attribute_id_idx" ON "configurable_option"("attribute_id");

-- CreateIndex
CREATE UNIQUE INDEX "configurable_option_product_id_attribute_id_key" ON "configurable_option"("product_id", "attribute_id");

-- CreateIndex
CREATE INDEX "configurable_link_child_id_idx" ON "configurable_link"("child_id");

-- CreateIndex
CREATE UNIQUE INDEX "website_code_key" ON "website"("code");

-- CreateIndex
CREATE UNIQUE INDEX "store_group_code_key" ON "store_group"("code");

-- CreateIndex
CREATE INDEX "store_group_website_id_idx" ON "store_group"("website_id");

-- CreateIndex
CREATE INDEX "store_group_root_category_id_idx" ON "store_group"("root_category_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_code_key" ON "store"("code");

-- CreateIndex
CREATE INDEX "store_website_id_idx" ON "store"("website_id");

-- CreateIndex
CREATE INDEX "store_store_group_id_idx" ON "store"("store_group_id");

-- CreateIndex
CREATE INDEX "tax_rate_country_id_region_id_idx" ON "tax_rate"("country_id", "region_id");

-- CreateIndex
CREATE INDEX "tax_rate_region_id_idx" ON "tax_rate"("region_id");

-- CreateIndex
CREATE INDEX "tax_rate_title_store_id_idx" ON "tax_rate_title"("store_id");

-- CreateIndex
CREATE INDEX "tax_rule_customer_class_tax_class_id_idx" ON "tax_rule_customer_class"("tax_class_id");

-- CreateIndex
CREATE INDEX "tax_rule_product_class_tax_class_id_idx" ON "tax_rule_product_class"("tax_class_id");

-- CreateIndex
CREATE INDEX "tax_rule_rate_tax_rate_id_idx" ON "tax_rule_rate"("tax_rate_id");

-- AddForeignKey
ALTER TABLE "admin_user" ADD CONSTRAINT "admin_user_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "admin_role"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_exchange" ADD CONSTRAINT "oauth_exchange_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_set" ADD CONSTRAINT "attribute_set_entity_type_id_fkey" FOREIGN KEY ("entity_type_id") REFERENCES "entity_type"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_group" ADD CONSTRAINT "attribute_group_attribute_set_id_fkey" FOREIGN KEY ("attribute_set_id") REFERENCES "attribute_set"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute" ADD CONSTRAINT "attribute_entity_type_id_fkey" FOREIGN KEY ("entity_type_id") REFERENCES "entity_type"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_label" ADD CONSTRAINT "attribute_label_attribute_id_fkey" FOREIGN KEY ("attribute_id") REFERENCES "attribute"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_label" ADD CONSTRAINT "attribute_label_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_option" ADD CONSTRAINT "attribute_option_attribute_id_fkey" FOREIGN KEY ("attribute_id") REFERENCES "attribute"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_option_label" ADD CONSTRAINT "attribute_option_label_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "attribute_option"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_option_label" ADD CONSTRAINT "attribute_option_label_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_set_attribute" ADD CONSTRAINT "attribute_set_attribute_attribute_set_id_fkey" FOREIGN KEY ("attribute_set_id") REFERENCES "attribute_set"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_set_attribute" ADD CONSTRAINT "attribute_set_attribute_attribute_id_fkey" FOREIGN KEY ("attribute_id") REFERENCES "attribute"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_set_attribute" ADD CONSTRAINT "attribute_set_attribute_attribute_group_id_fkey" FOREIGN KEY ("attribute_group_id") REFERENCES "attribute_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_attribute_set_id_fkey" FOREIGN KEY ("attribute_set_id") REFERENCES "attribute_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_values" ADD CONSTRAINT "product_values_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_price" ADD CONSTRAINT "product_price_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_tier_price" ADD CONSTRAINT "product_tier_price_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_website" ADD CONSTRAINT "product_website_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_website" ADD CONSTRAINT "product_website_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_category" ADD CONSTRAINT "product_category_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_category" ADD CONSTRAINT "product_category_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category" ADD CONSTRAINT "category_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "category"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "category_values" ADD CONSTRAINT "category_values_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category_values" ADD CONSTRAINT "category_values_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cms_page_store" ADD CONSTRAINT "cms_page_store_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "cms_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cms_page_store" ADD CONSTRAINT "cms_page_store_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cms_block_store" ADD CONSTRAINT "cms_block_store_block_id_fkey" FOREIGN KEY ("block_id") REFERENCES "cms_block"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cms_block_store" ADD CONSTRAINT "cms_block_store_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_group" ADD CONSTRAINT "customer_group_tax_class_id_fkey" FOREIGN KEY ("tax_class_id") REFERENCES "tax_class"("class_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_group_excluded_website" ADD CONSTRAINT "customer_group_excluded_website_customer_group_id_fkey" FOREIGN KEY ("customer_group_id") REFERENCES "customer_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer" ADD CONSTRAINT "customer_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "customer_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_address" ADD CONSTRAINT "customer_address_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "country_region" ADD CONSTRAINT "country_region_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "country"("country_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_item" ADD CONSTRAINT "stock_item_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_url_key" ADD CONSTRAINT "product_url_key_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_media" ADD CONSTRAINT "product_media_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_media" ADD CONSTRAINT "product_media_file_fkey" FOREIGN KEY ("file") REFERENCES "media_file"("path") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_option" ADD CONSTRAINT "product_option_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_option_value" ADD CONSTRAINT "product_option_value_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "product_option"("option_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_link" ADD CONSTRAINT "product_link_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_link" ADD CONSTRAINT "product_link_linked_product_id_fkey" FOREIGN KEY ("linked_product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_option" ADD CONSTRAINT "bundle_option_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_selection" ADD CONSTRAINT "bundle_selection_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "bundle_option"("option_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_selection" ADD CONSTRAINT "bundle_selection_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "downloadable_link" ADD CONSTRAINT "downloadable_link_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "downloadable_sample" ADD CONSTRAINT "downloadable_sample_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "downloadable_file" ADD CONSTRAINT "downloadable_file_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "downloadable_file" ADD CONSTRAINT "downloadable_file_storage_key_fkey" FOREIGN KEY ("storage_key") REFERENCES "private_file"("storage_key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "configurable_option" ADD CONSTRAINT "configurable_option_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "configurable_option" ADD CONSTRAINT "configurable_option_attribute_id_fkey" FOREIGN KEY ("attribute_id") REFERENCES "attribute"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "configurable_link" ADD CONSTRAINT "configurable_link_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "configurable_link" ADD CONSTRAINT "configurable_link_child_id_fkey" FOREIGN KEY ("child_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_group" ADD CONSTRAINT "store_group_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_group" ADD CONSTRAINT "store_group_root_category_id_fkey" FOREIGN KEY ("root_category_id") REFERENCES "category"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store" ADD CONSTRAINT "store_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store" ADD CONSTRAINT "store_store_group_id_fkey" FOREIGN KEY ("store_group_id") REFERENCES "store_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "country"("country_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_region_id_fkey" FOREIGN KEY ("region_id") REFERENCES "country_region"("region_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rate_title" ADD CONSTRAINT "tax_rate_title_tax_rate_id_fkey" FOREIGN KEY ("tax_rate_id") REFERENCES "tax_rate"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rate_title" ADD CONSTRAINT "tax_rate_title_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rule_customer_class" ADD CONSTRAINT "tax_rule_customer_class_tax_rule_id_fkey" FOREIGN KEY ("tax_rule_id") REFERENCES "tax_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rule_customer_class" ADD CONSTRAINT "tax_rule_customer_class_tax_class_id_fkey" FOREIGN KEY ("tax_class_id") REFERENCES "tax_class"("class_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rule_product_class" ADD CONSTRAINT "tax_rule_product_class_tax_rule_id_fkey" FOREIGN KEY ("tax_rule_id") REFERENCES "tax_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rule_product_class" ADD CONSTRAINT "tax_rule_product_class_tax_class_id_fkey" FOREIGN KEY ("tax_class_id") REFERENCES "tax_class"("class_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rule_rate" ADD CONSTRAINT "tax_rule_rate_tax_rule_id_fkey" FOREIGN KEY ("tax_rule_id") REFERENCES "tax_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_rule_rate" ADD CONSTRAINT "tax_rule_rate_tax_rate_id_fkey" FOREIGN KEY ("tax_rate_id") REFERENCES "tax_rate"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
