package org.underbase.workload.messages.mailbox;

/**
 * A message as it was sent; it never changes.
 *
 * @param mid its number in the mailbox, from 0
 * @param chat chat, or mail
 * @param sender number of a contact of the user
 * @param recipients how many it went to
 * @param sentAt seconds of a made-up clock that ticks with the mailbox, so that contents repeat
 * @param externalId the id it has outside this mailbox
 * @param subject empty for chat
 * @param body ASCII text
 */
public record Message(
        int mid,
        boolean chat,
        int sender,
        int recipients,
        long sentAt,
        String externalId,
        String subject,
        String body) {}
