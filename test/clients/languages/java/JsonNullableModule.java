package org.openapitools.jackson.nullable;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;

/** Teaches Jackson to read and write `JsonNullable`. An absent value is left out, null is written. */
public final class JsonNullableModule extends SimpleModule {
  public JsonNullableModule() {
    addSerializer(new Writer());
    addDeserializer(JsonNullable.class, new Reader(null));
  }

  private static final class Writer extends JsonSerializer<JsonNullable<?>> {
    @Override
    @SuppressWarnings("unchecked")
    public Class<JsonNullable<?>> handledType() {
      return (Class<JsonNullable<?>>) (Class<?>) JsonNullable.class;
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, JsonNullable<?> value) {
      return value == null || !value.isPresent();
    }

    @Override
    public void serialize(JsonNullable<?> value, JsonGenerator out, SerializerProvider provider) throws IOException {
      provider.defaultSerializeValue(value.get(), out);
    }
  }

  private static final class Reader extends JsonDeserializer<JsonNullable<?>> implements ContextualDeserializer {
    private final JavaType type;

    Reader(JavaType type) {
      this.type = type;
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
      return new Reader(property.getType().containedTypeOrUnknown(0));
    }

    @Override
    public JsonNullable<?> deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return JsonNullable.of(context.readValue(in, type));
    }

    @Override
    public JsonNullable<?> getNullValue(DeserializationContext context) {
      return JsonNullable.of(null);
    }
  }
}
