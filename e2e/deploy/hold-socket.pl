# Emulates a socket unit of systemd: hold-socket.pl PORT PROGRAM [ARGUMENT ...] opens a listening socket on 127.0.0.1 and runs
# the program with it as descriptor 3 (sd_listen_fds(3)). SIGHUP restarts the program; each start prints a line. SIGTERM of the
# process group ends both.
# In Perl, which every Debian has: Node accepts the connections of each socket on which it listens.
use strict;
use warnings;
use Socket;
use POSIX qw(dup2);

$| = 1;

my ($port, @program) = @ARGV;
my ($isStopping, $child) = (0, 0);
socket(my $socket, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, 1) or die "setsockopt: $!";
bind($socket, sockaddr_in($port, INADDR_LOOPBACK)) or die "bind: $!";
listen($socket, SOMAXCONN) or die "listen: $!";

$SIG{HUP} = sub { kill('TERM', $child) if $child };
# The program receives this signal too: a second SIGTERM would end it immediately.
$SIG{TERM} = sub { $isStopping = 1 };
until ($isStopping) {
  print "started\n";
  $child = fork() // die "fork: $!";
  if ($child == 0) {
    # dup2 leaves the copy open on exec.
    dup2(fileno($socket), 3) or die "dup2: $!" unless fileno($socket) == 3;
    require Fcntl;
    open(my $passed, '+<&=', 3) or die "descriptor 3: $!";
    fcntl($passed, Fcntl::F_SETFD(), 0) or die "fcntl: $!";
    $ENV{LISTEN_FDS} = '1';
    $ENV{LISTEN_PID} = "$$";
    exec { $program[0] } @program or die "exec: $!";
  }
  # A signal interrupts waitpid.
  1 while waitpid($child, 0) == -1 && $!{EINTR};
  my $code = $? & 127 || $? >> 8;
  exit $code if $code != 0 || $isStopping;
}
