CREATE TABLE `oauth_client` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_client_created` ON `oauth_client` (`created_at`);--> statement-breakpoint
CREATE TABLE `oauth_connection` (
	`id` text PRIMARY KEY NOT NULL,
	`client` text NOT NULL,
	`user_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`project` text NOT NULL,
	`scopes` text NOT NULL,
	`factors` text NOT NULL,
	`sso_organization` text,
	`code` text NOT NULL,
	`challenge` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`created_at` integer NOT NULL,
	`redeemed_at` integer,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`client`) REFERENCES `oauth_client`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`,`organization_id`) REFERENCES `member`(`user_id`,`organization_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_connection_code` ON `oauth_connection` (`code`);--> statement-breakpoint
CREATE INDEX `oauth_connection_client` ON `oauth_connection` (`client`);--> statement-breakpoint
CREATE INDEX `oauth_connection_project` ON `oauth_connection` (`project`);--> statement-breakpoint
CREATE INDEX `oauth_connection_member` ON `oauth_connection` (`user_id`,`organization_id`);--> statement-breakpoint
CREATE INDEX `oauth_connection_end` ON `oauth_connection` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_token` (
	`hash` text PRIMARY KEY NOT NULL,
	`connection` text NOT NULL,
	`kind` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`connection`) REFERENCES `oauth_connection`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "oauth_token_kind" CHECK(kind in ('access', 'refresh'))
);
--> statement-breakpoint
CREATE INDEX `oauth_token_connection` ON `oauth_token` (`connection`);--> statement-breakpoint
CREATE INDEX `oauth_token_end` ON `oauth_token` (`expires_at`);