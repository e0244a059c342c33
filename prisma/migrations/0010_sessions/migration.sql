-- Integrations sign their calls and have no sessions; a guest is nobody in particular.
ALTER TABLE "caller_session" ADD CONSTRAINT "caller_session_user_check"
  CHECK ("user_type" IN (2, 3, 4) AND ("user_type" = 4) = ("user_id" IS NULL));
